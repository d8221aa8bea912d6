/** Reading `.ono` files: whole ones, torn ones, and those with something else inside. */
import { expect, test } from "vitest";
import { concatBytes } from "@noble/hashes/utils.js";
import { logFiles } from "../testing/vectors";
import { unfiled } from "./file";

const [file] = [...logFiles("logs").values()];
const whole = unfiled(file!)!;

test("the entries of a file are all of its bytes behind the first line", () => {
  expect(whole).toMatchObject({ torn: false, fault: null });
  expect(concatBytes(file!.subarray(0, 5), ...whole.raws)).toEqual(file);
});

test("a file that ends anywhere inside an entry is torn, and keeps the whole entries before it", () => {
  const before = file!.length - whole.raws.at(-1)!.length;
  for (let end = before + 1; end < file!.length; end += 1) {
    const { raws, torn, fault } = unfiled(file!.subarray(0, end))!;
    expect([raws.length, torn, fault]).toEqual([whole.raws.length - 1, true, null]);
  }
});

test("a byte that begins no entry is named by its index, after the entries before it", () => {
  const bad = concatBytes(file!, new Uint8Array([0x93]));
  const { raws, fault } = unfiled(bad)!;
  expect(raws).toHaveLength(whole.raws.length);
  expect(fault).toMatchObject({ code: "bad-form", index: whole.raws.length });
  expect(unfiled(concatBytes(file!, new Uint8Array([0x92, 0xc6])))!.fault).toMatchObject({ code: "bad-form" });
});

test("what does not begin with the line of a log is none", () => {
  expect(unfiled(new Uint8Array())).toBeNull();
  expect(unfiled(file!.subarray(1))).toBeNull();
});
