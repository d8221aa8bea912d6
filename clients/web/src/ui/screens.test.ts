import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { comeLine } from "../doorwords";
import { LogFault } from "../game/faults";
import type { View } from "../game/view";
import type { Door, Explained } from "../net/messages";
import type { CardsVerdict } from "../net/proofs";
import { PRIVATE } from "../net/session";
import { finished, place, table } from "../testing/tables";
import Fairness from "./Fairness.svelte";
import Home from "./Home.svelte";
import Join from "./Join.svelte";
import Keys from "./Keys.svelte";
import Lobby from "./Lobby.svelte";
import Menu from "./Menu.svelte";
import Round from "./Round.svelte";
import Rules from "./Rules.svelte";
import Winner from "./Winner.svelte";
import { settings } from "./settings.svelte";

const hashOf = (seat: number): string => `0${seat}`.repeat(32);
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole("button", { name });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

// Home

function home(more: { error?: string; busy?: boolean } = {}) {
  const calls = {
    oncreate: vi.fn(),
    onquick: vi.fn(),
    ontables: vi.fn(),
    onenter: vi.fn(),
    onback: vi.fn(),
    ongames: vi.fn(),
    onmenu: vi.fn(),
  };
  render(Home, { ...calls, ...more });
  return calls;
}
const codeField = (): HTMLInputElement => screen.getByLabelText("Or join with a code");
async function submit(code: string): Promise<void> {
  await fireEvent.input(codeField(), { target: { value: code } });
  await fireEvent.submit(codeField().form!);
}

test("one tap starts a game against computers, with a name already there", async () => {
  const { onquick } = home();
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).not.toBe("");
  await fireEvent.click(button("Play against computers"));
  expect(onquick).toHaveBeenCalledOnce();
});

test("a table opens by the rules that were chosen", async () => {
  const { oncreate } = home();
  await fireEvent.click(button("New table"));
  expect(oncreate).toHaveBeenLastCalledWith("boardflix");
  await fireEvent.click(screen.getByRole("radio", { name: "Table Party" }));
  await fireEvent.click(button("New table"));
  expect(oncreate).toHaveBeenLastCalledWith("table-party");
});

test("public tables are looked for by the rules that were chosen", async () => {
  const { ontables } = home();
  await fireEvent.click(screen.getByRole("radio", { name: "Official" }));
  await fireEvent.click(button("Public tables"));
  expect(ontables).toHaveBeenCalledExactlyOnceWith("official");
});

test("a code is taken in any case and with spaces", async () => {
  const { onenter } = home();
  await submit(" kw px ");
  expect(onenter).toHaveBeenCalledExactlyOnceWith("KWPX");
});

test("what is no code gets one sentence and keeps what was typed", async () => {
  const { onenter } = home();
  await submit("KW1");
  expect(onenter).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toBe("A code has four to eight letters, such as KWPX.");
  expect(codeField().value).toBe("KW1");
});

test("why a table could not be had is said", () => {
  home({ error: "There is no table with that code." });
  expect(screen.getByRole("alert").textContent).toContain("no table");
});

test("a table that was left with a seat is offered again, and no other", async () => {
  home();
  expect(screen.queryByRole("button", { name: /^Back to table/ })).toBeNull();
  cleanup();
  settings.left = "/r/XCJG#k=abcdefghijklmnop";
  const { onback } = home();
  await fireEvent.click(button("Back to table XCJG"));
  expect(onback).toHaveBeenCalledOnce();
  settings.left = "";
});

test("the name is kept for the next visit", async () => {
  home();
  await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Zoë" } });
  expect(localStorage.getItem("ono.name")).toBe("Zoë");
});

// Join

test("who comes by a link sits down with one tap, or watches", async () => {
  const [onjoin, onwatch, onrules] = [vi.fn(), vi.fn(), vi.fn()];
  const view = table({ seat: null, phase: "lobby" });
  render(Join, { room: "KWPX", view, hashOf, seats: 6, onjoin, onwatch, onrules });
  await fireEvent.click(button("Sit down"));
  await fireEvent.click(button("Just watch"));
  expect(onjoin).toHaveBeenCalledOnce();
  expect(onwatch).toHaveBeenCalledOnce();
});

test("at a full table one can only watch", () => {
  const view = table({ seat: null, phase: "lobby" });
  render(Join, { room: "KWPX", view, hashOf, seats: 4, onjoin: vi.fn(), onwatch: vi.fn(), onrules: vi.fn() });
  expect(screen.queryByRole("button", { name: "Sit down" })).toBeNull();
});

// Lobby

const EXPLAINED: Explained = {
  differences: ["The game calls your last card for you."],
  rest: ["Everybody is dealt seven cards."],
  options: [
    ["seats_max", "start", "Most players", 6, [[6, "6"], [10, "10"]]],
    ["call", "last card", "Calling the last card", "auto", [["auto", "the game calls"], ["manual", "you call"]]],
    ["doubles", "house rules", "Play equal cards together", false, [[false, "off"], [true, "on"]]],
  ],
  presets: [
    ["boardflix", "boardflix", "One round."],
    ["official", "Official", "To 500 points."],
  ],
}; // prettier-ignore

function lobby(more: Partial<View> = {}, door: Door = PRIVATE) {
  const seats = { onbot: vi.fn(), onunseat: vi.fn(), ondeal: vi.fn(), ondoor: vi.fn() };
  const calls = { ...seats, onset: vi.fn(() => true), onrules: vi.fn(), onmenu: vi.fn(), onleave: vi.fn() };
  const places = [place(0, "Sol"), place(2, "Kofi", { kind: "bot", level: "hard" })];
  const view = table({ phase: "lobby", turn: null, places, ...more });
  const link = "http://192.168.1.23:8765/r/KWPX#k=abcdefghijklmnop";
  const page = { room: "KWPX", link, view, online: [0], spectators: 0, hashOf, door, explained: EXPLAINED };
  render(Lobby, { ...page, ...calls });
  return calls;
}

test("the lobby shows the code, the link and its QR code", () => {
  lobby();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("KWPX");
  expect(screen.getByLabelText<HTMLInputElement>("Link to this table").value).toContain("/r/KWPX#k=");
  expect(screen.getByRole("img", { name: "QR code of the link" }).getAttribute("src")).toBe("/qr/KWPX.svg");
});

test("the host seats computers of three levels at the very seat, and removes others", async () => {
  const { onbot, onunseat } = lobby();
  await fireEvent.click(button("Hard computer at seat 2"));
  await fireEvent.click(button("Remove Kofi"));
  expect(onbot).toHaveBeenCalledExactlyOnceWith(1, "hard");
  expect(onunseat).toHaveBeenCalledExactlyOnceWith(2);
  expect(screen.queryByRole("button", { name: "Remove Sol" })).toBeNull();
});

test("the host deals as soon as two are seated; before that it says why not", async () => {
  const { ondeal } = lobby();
  await fireEvent.click(button("Deal for 2 players"));
  expect(ondeal).toHaveBeenCalledOnce();
  cleanup();
  lobby({ places: [place(0, "Sol")] });
  expect(button("Deal for 1 player").disabled).toBe(true);
  expect(screen.getByRole("status").textContent).toBe("At least two seats must be taken.");
});

test("in a directed lobby nobody who plays has the host's buttons, and each seat is there", () => {
  lobby({ host: 64, invited: 3, witnesses: [{ number: 64, name: "Dora" }] });
  expect(screen.getByText("The organiser starts the game.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Deal|^Remove|computer at seat/ })).toBeNull();
  expect(screen.getAllByText("Open")).toHaveLength(1);
});

test("the lobby says who witnesses, and the host sends them away", async () => {
  const witnesses = [{ number: 64, name: "Wil" }];
  const { onunseat } = lobby({ witnesses });
  expect(screen.getByText("witness: cuts the deck, holds no cards")).toBeTruthy();
  await fireEvent.click(button("Remove Wil"));
  await fireEvent.click(document.querySelector(".question")!);
  expect(onunseat).toHaveBeenCalledExactlyOnceWith(64);
  cleanup();
  lobby({ witnesses, seat: 2 });
  expect(screen.getByText("Wil")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove Wil" })).toBeNull();
});

test("others are told who deals", () => {
  lobby({ seat: 2 });
  expect(screen.queryByRole("button", { name: /^Deal/ })).toBeNull();
  expect(screen.getByText("Sol deals when all are here.")).toBeTruthy();
});

const region = (): HTMLElement => screen.getByRole("region", { name: "Rules of this table" });
const lobbyProps = (more: object) => {
  const view = table({ phase: "lobby", turn: null, places: [place(0, "Sol")] });
  const calls = { onbot: vi.fn(), onunseat: vi.fn(), ondeal: vi.fn(), ondoor: vi.fn(), onrules: vi.fn() };
  const page = { room: "KWPX", link: "", view, online: [0], spectators: 0, hashOf, door: PRIVATE };
  return {
    ...page,
    explained: EXPLAINED,
    ...calls,
    onmenu: vi.fn(),
    onset: vi.fn(() => true),
    onleave: vi.fn(),
    ...more,
  };
};

test("everybody is told the rules, the host alone may change them", async () => {
  const { onrules } = lobby({ seat: 2 });
  expect(region().textContent).toContain("The game calls your last card for you.");
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
  await fireEvent.click(button("All rules"));
  expect(onrules).toHaveBeenCalledOnce();
});

test("the host's change is sent with the preset and what was changed before", async () => {
  const { onset } = lobby({ options: { preset: "boardflix", deal: 5 } });
  await fireEvent.change(screen.getByLabelText("Calling the last card"), { target: { value: "1" } });
  expect(onset).toHaveBeenLastCalledWith({ preset: "boardflix", deal: 5, call: "manual" });
  cleanup();
  const again = lobby({ options: { preset: "boardflix", deal: 5 } });
  await fireEvent.click(screen.getByRole("radio", { name: /^Official/ }));
  expect(again.onset).toHaveBeenLastCalledWith({ preset: "official" });
});

test("a change that the table refuses goes back, with the reason at the option", async () => {
  const onset = vi.fn(() => true);
  const props = lobbyProps({ onset });
  const { rerender } = render(Lobby, props);
  const doubles = (): HTMLElement => screen.getByRole("switch", { name: "Play equal cards together" });
  await fireEvent.click(doubles());
  expect(doubles().getAttribute("aria-checked")).toBe("true");
  await rerender({ ...props, sending: true });
  await rerender({ ...props, sending: false, refusal: { code: "bad-option", detail: "doubles needs call=manual" } });
  expect(onset).toHaveBeenCalledExactlyOnceWith({ preset: "boardflix", doubles: true });
  expect(doubles().getAttribute("aria-checked")).toBe("false");
  expect(screen.getByRole("alert").textContent).toBe("Doubles needs “Calling the last card: you call”.");
  expect(doubles().getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
});

test("a change made while another is under way is sent after it", async () => {
  const onset = vi.fn(() => true);
  const props = lobbyProps({ onset });
  const { rerender } = render(Lobby, props);
  await fireEvent.change(screen.getByLabelText("Most players"), { target: { value: "1" } });
  await rerender({ ...props, sending: true });
  await fireEvent.change(screen.getByLabelText("Calling the last card"), { target: { value: "1" } });
  expect(onset).toHaveBeenCalledOnce();
  await rerender({ ...props, sending: false });
  expect(onset).toHaveBeenLastCalledWith({ preset: "boardflix", seats_max: 10, call: "manual" });
});

test("new sentences are said politely, once there were others before", async () => {
  const props = lobbyProps({});
  const { rerender } = render(Lobby, props);
  const said = (): string | null | undefined => region().querySelector("[aria-live=polite]")?.textContent;
  expect(said()).toBe("");
  const differences = [...EXPLAINED.differences, "All hands lie open on the table."];
  await rerender({ ...props, explained: { ...EXPLAINED, differences } });
  expect(said()).toBe("Rules changed: All hands lie open on the table.");
});

// Between rounds

function roundOver(more: Partial<View> = {}) {
  const calls = { onnext: vi.fn(), onjoin: vi.fn(), onfairness: vi.fn(), onsave: vi.fn(), onmenu: vi.fn() };
  const scored = { options: { score: "to_target", target: 500 }, final: [], phase: "round-over" } as const;
  const view = finished({
    ...scored,
    places: [place(0, "Sol", { cards: 1, hand: ["W"] }), place(1, "Mira", { cards: 0, score: 61 })],
    ...more,
  });
  const until = performance.now() + 20_000;
  render(Round, { view, room: "KWPX", seed: "ab".repeat(32), hashOf, gains: [0, 61], verdict: null, until, ...calls });
  return calls;
}

test("a round's end shows hands, points, scores and that it goes on by itself", async () => {
  const { onnext } = roundOver();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Mira goes out");
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent.replace(/\s+/g, " "));
  expect(rows[0]).toContain("61 of 500");
  expect(rows[1]).toContain("1 card, 11 points");
  expect(screen.getByRole("img", { name: "Wild" })).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toContain("in at most 20 seconds");
  await fireEvent.click(button("Next round"));
  expect(onnext).toHaveBeenCalledOnce();
});

test("who does not host waits for the next round", () => {
  roundOver({ host: 1 });
  expect(screen.queryByRole("button", { name: "Next round" })).toBeNull();
  expect(screen.getByRole("timer")).toBeTruthy();
});

const OPEN_MATCH = { score: "to_target", target: 500, escrow: "none", seats_max: 6 };

test("who watches a match is offered a seat between its rounds", async () => {
  const { onjoin } = roundOver({ seat: null, options: OPEN_MATCH });
  expect(screen.getByText(/^A seat is free: sit down, and you are dealt in\./)).toBeTruthy();
  await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Zoë" } });
  await fireEvent.click(button("Sit down"));
  expect(onjoin).toHaveBeenCalledOnce();
  expect(settings.name).toBe("Zoë");
});

test.each([
  ["where few points are good", { score: "lowest_total" }],
  ["where the dealer's secret is split", { escrow: "n_of_n" }],
  ["where every seat is taken", { seats_max: 2 }],
])("no seat is offered %s", (_, differs) => {
  roundOver({ seat: null, options: { ...OPEN_MATCH, ...differs } });
  expect(screen.queryByRole("button", { name: "Sit down" })).toBeNull();
});

test("who came between rounds has no points yet, and is told of being dealt in next", () => {
  const result = { winner: 0, why: "empty", points: [0, 50], places: [1, 2] } as const;
  const places = [place(1, "Mira"), place(2, "Zoë", { cards: 0 })];
  roundOver({ seat: 2, options: OPEN_MATCH, places, result });
  expect(screen.getByRole("status").textContent).toBe("You are dealt in from the next round on.");
  expect(screen.getAllByRole("listitem").at(-1)!.textContent).toContain("not in this round");
  expect(screen.queryByRole("button", { name: "Sit down" })).toBeNull();
});

test.each([
  ["play", {}, "You can take a seat when this round is over."],
  ["round-over", {}, ""],
  ["over", {}, ""],
  ["play", { score: "none" }, ""],
] as const)("while a match is in %s, who has no seat is told when one can be had", (phase, differs, said) => {
  expect(comeLine(table({ seat: null, phase, options: { ...OPEN_MATCH, ...differs } }))).toBe(said);
});

// The end

const VERDICT: CardsVerdict = {
  state: "proven",
  counts: { entries: 96, signatures: 104, shuffles: 2, openings: 71, reveals: 8, own: 2, witnessed: 2 },
  omitted: [],
  fault: null,
};
const FAILED: CardsVerdict = { ...VERDICT, state: "failed", fault: new LogFault("bad-opening", "", 37) };

function winner(view: View = finished(), verdict: CardsVerdict = VERDICT, more: object = {}) {
  const calls = {
    onwatch: vi.fn(),
    onagain: vi.fn(),
    onfairness: vi.fn(),
    onsave: vi.fn(),
    onmenu: vi.fn(),
    onleave: vi.fn(),
  };
  render(Winner, {
    view,
    link: "http://ono.test/g/abab",
    room: "KWPX",
    seed: "ab".repeat(32),
    hashOf,
    verdict,
    ...calls,
    ...more,
  });
  return calls;
}

test("the end ranks all seats with what they had left", () => {
  winner();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Mira wins!");
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent.replace(/\s+/g, " "));
  expect(rows.map((row) => /Mira|Sol|Kofi/.exec(row)?.[0])).toEqual(["Mira", "Sol", "Kofi"]);
  expect(rows[0]).toContain("no cards left");
  expect(rows[1]).toContain("2 cards, 11 points");
  expect(screen.getByRole("img", { name: "Yellow 7" })).toBeTruthy();
});

test("the end says Cards proven with its numbers, its limit and who has signed", () => {
  winner();
  const words = screen.getByRole("status").textContent;
  expect(words).toContain("Cards proven");
  expect(words).toContain("104 signatures checked, 71 cards opened");
  expect(words).toContain("ono audit FILE checks that each was allowed");
  expect(words).toContain("1 of 2 players have signed");
});

test("a log that fails is said so, with the first bad entry, and is never called proven", () => {
  winner(finished(), FAILED);
  const words = screen.getByRole("status").textContent;
  expect(words).toContain("Not verified");
  expect(words).toContain("Entry 37: a card is not the sealed one.");
  expect(words).not.toContain("Cards proven");
});

test("the host plays again with one tap, others wait for it; all can save the log", async () => {
  const { onagain, onsave } = winner();
  await fireEvent.click(button("Play again"));
  await fireEvent.click(button("Save the log"));
  expect(onagain).toHaveBeenCalledOnce();
  expect(onsave).toHaveBeenCalledOnce();
  cleanup();
  winner(finished({ host: 1 }));
  expect(screen.queryByRole("button", { name: "Play again" })).toBeNull();
});

test("without a host any player may ask for a new game, and no spectator", () => {
  winner(finished({ host: null }));
  expect(button("Play again")).toBeTruthy();
  cleanup();
  winner(finished({ host: null, seat: null }));
  expect(screen.queryByRole("button", { name: "Play again" })).toBeNull();
});

test("a directed game has no rematch: the organiser says where it goes on", () => {
  winner(finished({ host: 64, invited: 3 }));
  expect(screen.queryByRole("button", { name: "Play again" })).toBeNull();
  expect(screen.getByText("The organiser says where it goes on.")).toBeTruthy();
});

test("who came to a directed game from a tournament has a way back there", async () => {
  const ontournament = vi.fn();
  winner(finished({ host: 64, invited: 3 }), VERDICT, { ontournament });
  await fireEvent.click(button("Back to the tournament"));
  expect(ontournament).toHaveBeenCalledOnce();
  cleanup();
  winner(finished(), VERDICT, { ontournament });
  expect(screen.queryByRole("button", { name: "Back to the tournament" })).toBeNull();
});

test("nobody wins a blocked round", () => {
  winner(finished({ result: { winner: null, why: "blocked", points: [1, 2, 3], places: [1, 2, 3] } }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Nobody wins");
});

// Fairness

test("fairness says what was checked, and as loudly what it cannot show", () => {
  render(Fairness, {
    verdict: VERDICT,
    seed: "8f3a71c05be2".repeat(6),
    seated: true,
    agreed: 95,
    onsave: vi.fn(),
    onclose: vi.fn(),
  });
  const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual([
    "Everyone cut the deck",
    "Every card was the sealed one",
    "Every move was signed",
    "The order was fixed before play",
    "Everyone saw the same game",
    "What this cannot show",
  ]);
  expect(screen.getByText("8f3a 71c0 5be2")).toBeTruthy();
});

test("fairness lists the witnesses, or says that there were none", () => {
  const page = { seed: "ab".repeat(32), seated: true, agreed: -1, onsave: vi.fn(), onclose: vi.fn() };
  render(Fairness, { ...page, verdict: VERDICT, witnesses: ["Wil"] });
  expect(screen.getByText(/Wil, a witness without cards, cut 2 of 2 shuffles\./)).toBeTruthy();
  expect(screen.queryByText(/^Only players cut the deck/)).toBeNull();
  cleanup();
  const alone = { ...VERDICT, counts: { ...VERDICT.counts, witnessed: 0 } };
  render(Fairness, { ...page, verdict: alone });
  expect(screen.getByText(/^Only players cut the deck/)).toBeTruthy();
});

test("a fault turns the sign red and names the entry", () => {
  const props = { verdict: FAILED, seed: "ab".repeat(32), seated: true, agreed: -1, onsave: vi.fn(), onclose: vi.fn() };
  const { container } = render(Fairness, props);
  expect(screen.getByRole("status").textContent).toContain("Entry 37");
  expect(container.querySelector(".seal.failed")).not.toBeNull();
});

// Menu and keys

test("the rules of the table are told from the menu, what differs first", async () => {
  const onrules = vi.fn();
  render(Menu, { onkeys: vi.fn(), onrules, onclose: vi.fn() });
  await fireEvent.click(button("Rules of this table"));
  expect(onrules).toHaveBeenCalledOnce();
  cleanup();
  render(Rules, { explained: EXPLAINED, onclose: vi.fn() });
  const told = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(told.slice(0, 6).map((line) => line.trim().split(" ")[0])).toEqual([
    "Number",
    "Skip",
    "Reverse",
    "Draw",
    "Wild",
    "Wild",
  ]);
  expect(told.slice(6)).toEqual([...EXPLAINED.differences, ...EXPLAINED.rest]);
});

test("leaving asks once", async () => {
  const onleave = vi.fn();
  render(Menu, { onkeys: vi.fn(), onleave, onclose: vi.fn() });
  await fireEvent.click(button(/^Leave the table/));
  expect(onleave).not.toHaveBeenCalled();
  await fireEvent.click(button(/^Leave\? Press again/));
  expect(onleave).toHaveBeenCalledOnce();
});

test("mute, speed and table are kept", async () => {
  render(Menu, { onkeys: vi.fn(), onclose: vi.fn() });
  await fireEvent.click(screen.getByRole("switch", { name: "Sounds" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Fast" }));
  await fireEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect([settings.muted, settings.speed, settings.table]).toEqual([true, "fast", "light"]);
  expect(["mute", "speed", "table"].map((key) => localStorage.getItem(`ono.${key}`))).toEqual(["1", "fast", "light"]);
});

test("the list of keys names every action", () => {
  render(Keys, { onclose: vi.fn() });
  expect(screen.getByText("Draw a card")).toBeTruthy();
  expect(screen.getByText("?")).toBeTruthy();
});
