/** Whole logs examined, as the worker does it and as the page hears of it. */
import { expect, test } from "vitest";
import { entriesOf } from "../testing/file";
import { logFiles, vectors } from "../testing/vectors";
import { type Reported, desk } from "./desk";
import { type Report, examined } from "./examine";

const logs = logFiles("logs");
const tampered = logFiles("tampered");
const { faults } = vectors<{ faults: Record<string, { what: string; code: string; index: number }> }>("tampered.json");

const kinds = (reports: readonly Report[]): string[] => [...new Set(reports.map(({ kind }) => kind))];
const last = (reports: readonly Report[]): Report => reports.at(-1)!;
/** The entries that a log was read to. */
const indices = ([first]: readonly Report[]): number[] =>
  first?.kind === "read" ? first.lines.map(({ index }) => index) : [];

test.each([...logs].filter(([, { length }]) => length < 30_000))(
  "%s is read whole, checked in steps that add up, and proven",
  (_, file) => {
    const reports = [...examined(file)];
    expect(kinds(reports)).toEqual(["read", "checked", "judged"]);
    expect(reports[0]).toMatchObject({ torn: false });
    const count = entriesOf(file).length;
    expect(indices(reports)).toEqual([...Array(count).keys()]);
    const steps = reports.filter((report) => report.kind === "checked");
    expect(steps.map(({ done }) => done)).toEqual(steps.map((_, i) => i * 16));
    expect(steps.every(({ done, of }) => done < of)).toBe(true);
    expect(last(reports)).toMatchObject({ kind: "judged", verdict: { state: "proven", fault: null } });
  },
);

test.each(Object.entries(faults))("of %s what stands is before the first bad entry", (name, { what, code, index }) => {
  const reports = [...examined(tampered.get(`${name}.ono`)!)];
  const [first] = reports;
  if (first!.kind === "unreadable") {
    expect(first, what).toMatchObject({ why: "bad-form" });
    expect(index, what).toBe(0);
    return;
  }
  expect(last(reports), what).toMatchObject({ kind: "judged", verdict: { state: "failed", fault: { code, index } } });
  expect(indices(reports).length, what).toBeGreaterThanOrEqual(index - 1);
});

test("a torn log shows its whole entries and is not proven", () => {
  const [file] = [...logs.values()];
  const reports = [...examined(file!.subarray(0, file!.length - 9))];
  expect(reports[0]).toMatchObject({ kind: "read", torn: true });
  expect(last(reports)).toMatchObject({ kind: "judged" });
});

test("a file that is no log is told from one", () => {
  expect([...examined(new Uint8Array([1, 2, 3]))]).toEqual([{ kind: "unreadable", why: "no-log" }]);
});

test("reports survive the way from one thread to another, and a newer file takes over", async () => {
  const [one, two] = ["boardflix-2-2-easy", "boardflix-2-2-hard"].map((name) => logs.get(`${name}.ono`));
  const heard: Reported[] = [];
  let rested = 0;
  const take = desk(
    (reported) => heard.push(structuredClone(reported)),
    () => {
      if (++rested === 2) newer = take({ job: 2, file: two! });
      return Promise.resolve();
    },
  );
  let newer = Promise.resolve();
  await take({ job: 1, file: one! });
  await newer;
  const of = (job: number): Report[] => heard.filter((one) => one.job === job).map(({ report }) => report);
  expect(kinds(of(1))).toEqual(["read", "checked"]);
  expect(of(2)).toEqual([...examined(two!)]);
});
