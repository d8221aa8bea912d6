/** Every language says everything, each in its own words and by its own rules of writing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { illegalWords } from "../refusals";
import { promptWords } from "../sentences";
import { bannerOf, lineOf } from "../telling";
import type { State } from "../game/state";
import { type View, view } from "../game/view";
import { Follower } from "../net/log";
import { birthOf, entriesOf } from "../testing/file";
import { challenged, prompt, table } from "../testing/tables";
import { logFiles } from "../testing/vectors";
import * as englishCards from "./en/cards";
import * as englishLater from "./en/later";
import * as englishPage from "./en/page";
import * as englishTable from "./en/table";
import * as englishTournament from "./en/tournament";
import * as french from "./fr/all";
import * as later from "./later";
import * as page from "./page";
import * as atTable from "./table";

const english = {
  ...englishPage,
  ...englishTable,
  ...englishLater,
  ...englishTournament,
  faceName: englishCards.faceName,
};

/** Words that are the same in both. */
const SAME = [
  "ONO",
  "boardflix",
  "Table Party",
  "Menu",
  "s",
  "Bluff",
  "Table",
  "Options",
  "Pause",
  "R",
  "Y",
  "G",
  "B",
  "Place",
];

type Leaf = readonly [path: string, value: unknown];

function leaves(words: unknown, path = ""): Leaf[] {
  if (typeof words !== "object" || words === null) return [[path, words]];
  return Object.entries(words).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

const KEYS = ".LATER.colours.keys.";
const strings = (words: unknown): Map<string, string> =>
  new Map(leaves(words).flatMap(([path, value]) => (typeof value === "string" ? [[path, value] as const] : [])));

test("both languages have the same texts", () => {
  const paths = (words: unknown): string[] =>
    leaves(words)
      .map(([path]) => path)
      .filter((path) => !path.startsWith(KEYS))
      .sort();
  expect(paths({ ...french })).toEqual(paths(english));
});

test("nothing in French is left in English", () => {
  const said = strings({ ...french });
  const left = [...strings(english)].filter(([path, text]) => said.get(path) === text && !SAME.includes(text));
  expect(left).toEqual([]);
});

/** A narrow space before ? ! : ; and inside « », a curved apostrophe, dots that are one sign. */
const BADLY_WRITTEN = /[^\u202f][?!:;»]|«[^\u202f]|'|\.\.\.| {2}/u;
const BY_RULE = (text: string): string => text.replaceAll("!\u202f:", "");

test("French is written by its rules", () => {
  const wrong = [...strings({ ...french })].filter(([, text]) => BADLY_WRITTEN.test(BY_RULE(text)));
  expect(wrong).toEqual([]);
});

describe("in French", () => {
  beforeAll(() => {
    page.speak(french);
    atTable.speak(french);
    later.speak(french);
  });
  afterAll(() => {
    page.speak({ ...englishPage, faceName: englishCards.faceName });
    atTable.speak(englishTable);
    later.speak(englishLater);
  });

  const ENGLISH = /\b(the|you|your|draws?|plays?|cards?|turn|round|wins?|is|and|of)\b/iu;
  const expectFrench = (text: string): void => {
    expect(text).not.toMatch(ENGLISH);
    expect(text).not.toMatch(BADLY_WRITTEN);
    expect(text).not.toMatch(/undefined|null|\[object/u);
  };

  test("cards are named, with a wild's colour and the gender of the card", () => {
    expect(page.faceName("R5")).toBe("5 rouge");
    expect(page.faceName("GR")).toBe("Inversion verte");
    expect(page.faceName("GD")).toBe("+2 vert");
    expect(page.faceName("CU", "Chante")).toBe("Joker personnalisable\u202f: Chante");
  });

  test("the prompt says what to do", () => {
    expect(promptWords(table(), prompt())).toEqual({
      title: "À vous de jouer",
      detail: "Jouez du bleu, un 7 ou un joker",
    });
    expect(promptWords(table({ turn: 2 }), null).title).toBe("À Kofi de jouer");
    expect(promptWords(...challenged()).detail).toBe("Contestez ou prenez 4");
    expect(illegalWords(table(), "G9", "does-not-fit").title).toBe("9 vert\u202f: ne convient pas");
  });

  test("what happened is told to everybody in a sentence of its own", () => {
    const skipped = (seat: number) => lineOf({ event: { kind: "skipped", seat }, before: table(), after: table() });
    expect(skipped(0)).toBe("Vous passez un tour.");
    expect(skipped(3)).toBe("Ada passe un tour.");
    const swapped = { kind: "hands-moved", givers: [1, 0], takers: [0, 1] } as const;
    expect(lineOf({ event: swapped, before: table(), after: table() })).toBe("Mira et vous échangez vos mains.");
  });

  const files = logFiles("logs");
  test.each([...files.keys()])("whole games are told: %s", (name) => {
    const raws = entriesOf(files.get(name)!);
    const { gid, table: key } = birthOf(raws);
    const steps = new Follower(gid, key, { head: null }).follow(raws);
    const kinds = new Set<string>();
    for (const seat of [0, null]) {
      const shown = (state: State): View => view(state, new Map(), seat);
      for (const { event, before, after } of steps.flatMap(({ moments }) => moments)) {
        const moment = { event, before: shown(before), after: shown(after) };
        for (const text of [lineOf(moment), bannerOf(moment)]) {
          if (text === null) continue;
          kinds.add(event.kind);
          expectFrench(text);
        }
        expectFrench(Object.values(promptWords(moment.after, null)).join(" "));
      }
    }
    expect(kinds.size).toBeGreaterThan(8);
  });
});
