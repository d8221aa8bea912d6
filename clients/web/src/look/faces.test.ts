import { describe, expect, test } from "vitest";
import { type BackLod, backSvg } from "./back";
import { faceName } from "../words/page";
import { COLOUR_NAMES } from "../words/table";
import { COLOURS, SHAPES, colourOf, kindOf } from "./colours";
import { FACES, type Lod, faceSvg } from "./faces";
import { rosette } from "./rosette";

const HASH = "8f3a71c05be2d94417aa0c3e6b58f921";
const LODS: Lod[] = ["s", "l"];

/** The names of the tags left open, or what is wrong: a strict reader, since HTML parsers forgive everything. */
function unclosed(markup: string): string[] {
  const open: string[] = [];
  for (const [, close, name, , empty] of markup.matchAll(/<(\/?)(\w+)((?:\s[\w-]+="[^"<>]*")*)(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name ?? "");
  }
  expect(markup.replace(/<\/?\w+(?:\s[\w-]+="[^"<>]*")*\/?>/g, "")).toBe("");
  return open;
}

function expectDrawing(markup: string): void {
  expect(unclosed(markup)).toEqual([]);
  expect(markup).toMatch(/^<svg [^>]*viewBox="0 0 100 150"/);
  expect(markup).not.toMatch(/style=|NaN|undefined|id=|href=/);
}

test("there are 61 faces, all different", () => {
  expect(FACES).toHaveLength(61);
  expect(new Set(FACES).size).toBe(61);
  expect(new Set(FACES.map((face) => faceName(face))).size).toBe(61);
});

describe.each(LODS)("level of detail %s", (lod) => {
  test.each(FACES.map((face) => [face]))("%s is well-formed and holds nothing a strict CSP would block", (face) => {
    expectDrawing(faceSvg(face, lod));
  });

  test("no two faces look alike", () => {
    expect(new Set(FACES.map((face) => faceSvg(face, lod))).size).toBe(61);
  });

  test("a coloured card shows its own shape and letter, not only its colour", () => {
    for (const colour of COLOURS) expect(faceSvg(`${colour}5`, lod)).toContain(SHAPES[colour]);
  });
});

test.each([
  ["R5", "Red 5"],
  ["Y0", "Yellow 0"],
  ["GS", "Green Skip"],
  ["BR", "Blue Reverse"],
  ["RD", "Red Draw Two"],
  ["RA", "Red All In"],
  ["W", "Wild"],
  ["W4", "Wild Draw Four"],
  ["SH", "Wild Shuffle Hands"],
  ["SW", "Wild Swap Hands"],
  ["CU", "Wild Customizable"],
])("%s is called %s", (face, name) => {
  expect(faceName(face)).toBe(name);
});

test("a face splits into its colour and its kind", () => {
  expect([colourOf("BR"), kindOf("BR")]).toEqual(["B", "R"]);
  expect([colourOf("SW"), kindOf("SW")]).toEqual([null, "SW"]);
  expect(COLOURS.map((colour) => COLOUR_NAMES[colour])).toEqual(["Red", "Yellow", "Green", "Blue"]);
});

test("a face that no card has is a bug, not an empty card", () => {
  expect(() => faceSvg("RX", "s")).toThrow(/no sign is drawn for "X"/);
});

test.each<BackLod>(["x", "s", "l"])("a back of detail %s is well-formed and belongs to its game", (lod) => {
  expectDrawing(backSvg(HASH, lod));
  expect(backSvg(HASH, lod)).not.toBe(backSvg(HASH.split("").reverse().join(""), lod));
});

test("each layer of a rosette takes its own bytes of the hash", () => {
  const layers = [0, 1].map(() => ({ radius: 50, copies: 1, width: 1 }));
  const paths = (hash: string): string[] => rosette(hash, layers, "red").split("<path").slice(1);
  const [before, after] = [paths("000000000000"), paths("000000050000")];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test("a rosette of an empty or broken hash is still drawn", () => {
  for (const hash of ["", "8", "not hex"]) {
    expect(rosette(hash, [{ radius: 50, copies: 1, width: 1 }], "red")).not.toContain("NaN");
  }
});
