/** What the build takes for granted of the sources (shell/settled.ts). */
import { expect, test } from "vitest";

const sources: Record<string, string> = import.meta.glob(["./**/*.svelte", "./**/*.svelte.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no state is deep: what is neither a text, a number nor a truth is raw", () => {
  const deep = /\$state(<[^(]*>)?\(\s*[[{]|\$state\(\s*new\b|\$state<[^(]*(\[\]|\{|Map|Set|Plan|View)[^(]*>\(/;
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect(Object.keys(sources).filter((path) => deep.test(sources[path]!))).toEqual([]);
});
