import { expect, test } from "vitest";
import type { Explained } from "../net/messages";
import { changed, changesIn, groupsOf, inLabels, preset, seatsOf, textsOf } from "./offers";

const EXPLAINED: Explained = {
  differences: [],
  rest: [],
  options: [
    ["deck", "cards", "Deck", "modern112", [["modern112", "112 cards"]]],
    ["seats_max", "start", "Most players", 10, [[6, "6"], [10, "10"]]],
    ["deal", "start", "Cards dealt", 7, [[7, "7"]]],
    ["call", "last card", "Calling the last card", "manual", [["auto", "the game calls"], ["manual", "you call"]]],
    ["false_call", "last card", "A wrong call", 2, [[0, "nothing"], [2, "two cards"]]],
    ["stack", "draw cards", "Stacking", "none", [["none", "off"]]],
  ],
  presets: [],
}; // prettier-ignore

test("groups come in the order of their first option, each with all of its own", () => {
  expect(groupsOf(EXPLAINED).map(({ name, offers }) => [name, offers.map((offer) => offer.name)])).toEqual([
    ["cards", ["deck"]],
    ["start", ["seats_max", "deal"]],
    ["last card", ["call", "false_call"]],
    ["draw cards", ["stack"]],
  ]);
});

test("the seats are known as soon as the table has said what its options mean", () => {
  expect(seatsOf(EXPLAINED)).toBe(10);
  expect(seatsOf(null)).toBeNull();
});

test("a change keeps what was changed before, and a preset keeps nothing", () => {
  const once = changed({ preset: "official" }, "deal", 5).options;
  const twice = changed(once, "call", "auto");
  expect(twice).toEqual({ name: "call", options: { preset: "official", deal: 5, call: "auto" } });
  expect(changesIn(twice.options)).toBe(2);
  expect(preset("boardflix")).toEqual({ name: "preset", options: { preset: "boardflix" } });
});

test("texts go with the deck that has cards for them, and are as many as those", () => {
  const options = { preset: "official", deck: "modern112", custom_texts: ["Sing", "", ""] };
  expect(changed(options, "deal", 5).options["custom_texts"]).toEqual(["Sing", "", ""]);
  expect(changed(options, "deck", "party").options).toEqual({ preset: "official", deck: "party" });
  expect(textsOf(options)).toEqual(["Sing", "", ""]);
  expect(textsOf({})).toEqual(["", "", ""]);
});

test("a refusal speaks of labels, and leaves words alone that only look like names", () => {
  expect(inLabels("false_call needs call=manual", EXPLAINED)).toBe(
    "“A wrong call” needs “Calling the last card: you call”.",
  );
  const words = "10 seats with 10 cards each need 111 cards, and a stack of one deck has 108";
  expect(inLabels(words, EXPLAINED)).toBe(`${words}.`);
  expect(inLabels("turn_cap is too small", EXPLAINED)).toBe("Turn_cap is too small.");
});
