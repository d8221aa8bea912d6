import { expect, test } from "vitest";
import type { GameEvent } from "./game/events";
import type { View } from "./game/view";
import { illegalWords } from "./refusals";
import { isMyTurn, promptWords } from "./sentences";
import { bluffWords, challengeWords } from "./sheetwords";
import { bannerOf, lineOf } from "./telling";
import { challenged, finished, place, prompt, table } from "./testing/tables";

const tell = (event: GameEvent, after: View = table(), before: View = table()): string | null =>
  lineOf({ event, before, after });
const pop = (event: GameEvent, after: View = table(), before: View = table()): string | null =>
  bannerOf({ event, before, after });

test("a line of the log names the seat, mine as you", () => {
  expect(tell({ kind: "skipped", seat: 1 })).toBe("Mira misses a turn.");
  expect(tell({ kind: "skipped", seat: 0 })).toBe("You miss a turn.");
});

test("a name stays as it was typed", () => {
  const places = [place(0, "Sol"), place(1, "root")];
  expect(tell({ kind: "skipped", seat: 1 }, table({ places }))).toBe("root misses a turn.");
});

test("a played card is named, a wild with its colour", () => {
  const played = { kind: "played", seat: 1, slots: [300], cards: [4], colour: "B" } as const;
  const before = table({ turn: 1 });
  expect(tell(played, table(), before)).toBe("Mira plays Blue 7.");
  expect(tell(played, table({ top: "W" }), before)).toBe("Mira plays Wild. The colour is Blue.");
});

test("my drawn cards are named, those of others only counted", () => {
  const drew = (seat: number, slots: number[]): GameEvent => ({ kind: "drew", seat, slots, why: "owed" });
  expect(tell(drew(0, [260, 264]))).toBe("You draw Red 4, Wild.");
  expect(tell(drew(1, [270, 271]))).toBe("Mira draws 2 cards.");
  expect(tell(drew(1, [270]))).toBe("Mira draws a card.");
});

test("who leaves is named by the table before it", () => {
  expect(tell({ kind: "left", seat: 3 }, table({ places: [] }))).toBe("Ada leaves.");
});

test("a pass after a draw keeps the card", () => {
  const passed: GameEvent = { kind: "passed", seat: 1, stuck: 0 };
  expect(tell(passed, table(), table({ phase: "drawn" }))).toBe("Mira keeps the card.");
  expect(tell(passed)).toBe("Mira passes.");
});

test("a challenge tells its verdict", () => {
  expect(tell({ kind: "challenged", seat: 0, accused: 1, verdict: "bluff", shown: [] })).toBe(
    "You challenge Mira. It was a bluff.",
  );
});

test("events that nobody needs words for have none", () => {
  expect(tell({ kind: "host-set", seat: 1 })).toBeNull();
});

test("each action card's effect pops up, a number does not", () => {
  expect(pop({ kind: "skipped", seat: 2 })).toBe("Kofi skipped");
  expect(pop({ kind: "skipped", seat: 0 })).toBe("You are skipped");
  expect(pop({ kind: "reversed", direction: -1 })).toBe("Turned round");
  expect(pop({ kind: "drew", seat: 3, slots: [1, 2], why: "owed" })).toBe("+2 for Ada");
  expect(pop({ kind: "called", seat: 2 })).toBe("Last card: Kofi!");
  expect(pop({ kind: "drew", seat: 3, slots: [1], why: "turn" })).toBeNull();
  const played = { kind: "played", seat: 1, slots: [1], cards: [1], colour: "B" } as const;
  expect(pop(played, table(), table({ turn: 1 }))).toBeNull();
});

test("on my turn the prompt says what fits, or that nothing does", () => {
  expect(promptWords(table(), prompt())).toEqual({ title: "Your turn", detail: "Match Blue or a 7, or play a wild" });
  expect(promptWords(table(), prompt({ acts: ["draw"] })).detail).toBe("Nothing fits: draw a card");
  expect(promptWords(table(), prompt({ acts: ["pass"] })).detail).toBe("Nothing fits and no card is left: pass");
});

test("the prompt names who must act and what for", () => {
  const respond = { phase: "respond", debt: { total: 4, by: 0, dispute: { colour: "B" } } } as const;
  expect(promptWords(table({ turn: 2 }), null)).toEqual({
    title: "Kofi is playing",
    detail: "You are next but one, clockwise",
  });
  expect(promptWords(table({ turn: 3, direction: -1 }), null).detail).toBe("You come after 2 others, anticlockwise");
  expect(promptWords(table({ turn: 1, ...respond }), null).title).toBe("Mira: challenge or draw 4");
  expect(promptWords(table({ turn: 1, phase: "start-colour" }), null).title).toBe("Mira: name the colour");
});

test("after the round nobody is said to be on turn", () => {
  expect(promptWords(finished(), null).title).toBe("The round is over");
  expect(isMyTurn(finished())).toBe(false);
  expect(isMyTurn(table())).toBe(true);
  expect(isMyTurn(table({ shuffling: true }))).toBe(false);
});

test("a drawn card is named, with whether it fits", () => {
  const view = table({ phase: "drawn", drawn: 263 });
  expect(promptWords(view, prompt({ acts: ["play", "pass"] }))).toEqual({
    title: "You drew Blue 5",
    detail: "It fits. Play it now or keep it",
  });
  expect(promptWords(view, prompt({ acts: ["pass"] })).detail).toBe("It does not fit. Keep it");
});

test("a card that does not fit is told what is needed", () => {
  expect(illegalWords(table(), "G9", "does-not-fit")).toEqual({
    title: "Green 9 does not fit",
    detail: "Needs Blue, a 7 or a wild. Lifted cards fit.",
  });
  expect(illegalWords(table({ top: "W" }), "G9", "does-not-fit").detail).toBe(
    "Needs Blue or a wild. Lifted cards fit.",
  );
});

test("out of turn one is told who plays", () => {
  expect(illegalWords(table({ turn: 1 }), "B5", "not-your-turn")).toEqual({
    title: "Not your turn",
    detail: "Mira is playing",
  });
});

test("a challenge says what each answer costs", () => {
  const words = challengeWords(...challenged());
  expect(words.title).toBe("Did Mira bluff?");
  expect(words.take).toBe("You draw 4 and miss your turn");
  expect(words.dare).toBe("If Mira bluffed, Mira draws 4 and you play on; if not, you draw 6 and lose the turn");
  expect(words.rule).toBe("Blue was in play. If Mira still held a Blue card, it was a bluff. Mira has 7 cards.");
});

test("a bluff says what it risks and who may challenge", () => {
  expect(bluffWords(table()).detail).toMatch(
    /^You still hold Blue, the colour in play\. Mira may challenge: then you draw 4\./,
  );
});
