/** The door of a room: public tables, who may come in, who is put out. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Door } from "../net/messages";
import { PRIVATE } from "../net/session";
import { place, table } from "../testing/tables";
import LobbyDoor from "./LobbyDoor.svelte";
import Menu from "./Menu.svelte";
import PutOut from "./PutOut.svelte";
import Remove from "./Remove.svelte";
import Tables from "./Tables.svelte";
import { seatName, settings } from "./settings.svelte";

const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole("button", { name });
const hashOf = (seat: number): string => `0${seat}`.repeat(32);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// Public tables

const KWPX = { code: "KWPX", preset: "official", players: 3, seats: 10, begun: false };
const FULL = { code: "FULL", preset: "boardflix", players: 6, seats: 6, begun: false };
const BUSY = { code: "BUSY", preset: "house", players: 2, seats: 6, begun: true };

/** The sheet over a server that answers each look with the next of these. */
async function tables(...answers: readonly unknown[]) {
  const left = answers.map((rooms) => async () => {
    if (rooms instanceof Error) throw rooms;
    return new Response(JSON.stringify(rooms), { status: rooms === 503 ? 503 : 200 });
  });
  const asked = vi.fn((_path: string) => left.shift()!());
  vi.stubGlobal("fetch", asked);
  const calls = { onquick: vi.fn(), onenter: vi.fn(), onclose: vi.fn() };
  render(Tables, { preset: "official", ...calls });
  await vi.waitFor(() => expect(button("Look again").disabled).toBe(false));
  return { ...calls, asked };
}
const rows = (): string[] =>
  screen.queryAllByRole("listitem").map((row) => row.textContent.replace(/\s+/g, " ").trim());
const news = (): string => screen.getByRole("status").textContent;

test("each public table is told with its rules, its players and what it does, and one press leads there", async () => {
  const { onenter, asked } = await tables([KWPX, FULL, BUSY]);
  expect(asked).toHaveBeenCalledExactlyOnceWith("/rooms");
  expect(rows()).toEqual([
    "KWPX Official · 3 of 10 players · waiting",
    "FULL boardflix · 6 of 6 players · full",
    "BUSY house · 2 of 6 players · playing",
  ]);
  expect(news()).toBe("");
  await fireEvent.click(button(/^BUSY/));
  expect(onenter).toHaveBeenCalledExactlyOnceWith("BUSY");
});

test("quick play says by which rules, and needs no list", async () => {
  const { onquick } = await tables([]);
  await fireEvent.click(button(/^Quick play.*by Official rules/));
  expect(onquick).toHaveBeenCalledOnce();
});

test("where no table is public the list says what to do, and looks again when asked", async () => {
  await tables([], [KWPX]);
  expect(news()).toBe("No table is public now. Quick play opens one, and others find it here.");
  await fireEvent.click(button("Look again"));
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
});

test.each([new Error("no connection"), 503, [{ code: "KWPX" }]])(
  "a list that does not come is said so: %s",
  async (answer) => {
    await tables([KWPX], answer, [KWPX]);
    await fireEvent.click(button("Look again"));
    await vi.waitFor(() => expect(news()).toBe("The list did not come. Look again in a moment."));
    expect(rows()).toEqual([]);
    await fireEvent.click(button("Look again"));
    await vi.waitFor(() => expect(rows()).toHaveLength(1));
  },
);

test("a suggested name that somebody has gives way to another, a name of one's own does not", () => {
  settings.name = "Sol";
  expect(seatName(["Robin"])).toBe("Sol");
  expect(seatName(["Sol", "Robin"])).toBe("Kit");
  expect(settings.name).toBe("Kit");
  settings.name = " Zoë ";
  expect(seatName(["Zoë"])).toBe("Zoë");
});

// Who may come in

function door(more: Partial<Door> = {}, keeps = true) {
  const onset = vi.fn();
  const props = { door: { ...PRIVATE, ...more }, keeps, onset };
  return { onset, ...render(LobbyDoor, props), props };
}
const isOn = (name: RegExp): string | null => screen.getByRole("switch", { name }).getAttribute("aria-checked");

test("the host opens, locks and says what those who watch see, each with the rest as it was", async () => {
  const { onset } = door({ watch: "delayed" });
  await fireEvent.click(screen.getByRole("switch", { name: "Public: strangers may find this table" }));
  expect(onset).toHaveBeenLastCalledWith({ public: true, locked: false, watch: "delayed" });
  await fireEvent.click(screen.getByRole("switch", { name: "Locked: nobody new comes in" }));
  expect(onset).toHaveBeenLastCalledWith({ public: false, locked: true, watch: "delayed" });
  await fireEvent.click(screen.getByRole("radio", { name: "After the end" }));
  expect(onset).toHaveBeenLastCalledWith({ public: false, locked: false, watch: "after" });
});

test("the switches show what the table has said, not what was pressed", async () => {
  const { rerender, props } = door();
  await fireEvent.click(screen.getByRole("switch", { name: /^Public/ }));
  expect(isOn(/^Public/)).toBe("false");
  await rerender({ ...props, door: { ...PRIVATE, public: true } });
  expect(isOn(/^Public/)).toBe("true");
});

test("what those who watch see is shown as the table has said it, also while nobody hears", async () => {
  const { rerender, props, onset } = door();
  const shown = (): string[] =>
    screen
      .getAllByRole<HTMLInputElement>("radio", { checked: true })
      .map(({ labels }) => labels![0]!.textContent.trim());
  await fireEvent.click(screen.getByRole("radio", { name: "After the end" }));
  expect(onset).toHaveBeenCalledOnce();
  expect(shown()).toEqual(["At once"]);
  await rerender({ ...props, door: { ...PRIVATE, watch: "after" } });
  expect(shown()).toEqual(["After the end"]);
});

test.each<[Partial<Door>, string]>([
  [{}, ""],
  [{ public: true }, "Public: strangers may find this table."],
  [{ locked: true, watch: "after" }, "Locked: nobody new comes in. Who only watches sees the game after its end."],
  [{ watch: "delayed" }, "Who only watches sees the game a while later."],
])("others are told of the door what is unusual, and can press nothing: %j", (more, words) => {
  const { container } = door(more, false);
  expect(container.textContent.trim()).toBe(words);
  expect(screen.queryByRole("switch")).toBeNull();
});

// Who is put out

test("a computer goes at once, a person after a question that can be taken back", async () => {
  const onremove = vi.fn();
  const { rerender } = render(Remove, { name: "Mira", onremove });
  await fireEvent.click(button("Remove Mira"));
  expect(onremove).toHaveBeenCalledOnce();
  await rerender({ name: "Zoë", asks: true, onremove });
  await fireEvent.click(button("Remove Zoë"));
  expect(button("Remove Zoë").getAttribute("aria-expanded")).toBe("true");
  await fireEvent.click(button("Remove Zoë"));
  expect(screen.queryByRole("button", { name: /^Put Zoë out/ })).toBeNull();
  await fireEvent.click(button("Remove Zoë"));
  expect(onremove).toHaveBeenCalledOnce();
  await fireEvent.click(button(/^Put Zoë out\? ?They cannot come back to this table$/));
  expect(onremove).toHaveBeenCalledTimes(2);
});

test("in a game the host puts out whom it means, after a question", async () => {
  const onputout = vi.fn();
  const players = table().places.filter(({ kind, seat }) => kind === "human" && seat !== 0);
  render(PutOut, { players: [...players, place(5, "Zoë")], hashOf, onputout, onclose: vi.fn() });
  await fireEvent.click(button("Remove Ada"));
  await fireEvent.click(button(/^Put Ada out\?/));
  expect(onputout).toHaveBeenCalledExactlyOnceWith(3);
});

test("the menu leads there only where somebody may be put out", async () => {
  const onputout = vi.fn();
  render(Menu, { onkeys: vi.fn(), onputout, onclose: vi.fn() });
  await fireEvent.click(button("Put a player out"));
  expect(onputout).toHaveBeenCalledOnce();
  cleanup();
  render(Menu, { onkeys: vi.fn(), onclose: vi.fn() });
  expect(screen.queryByRole("button", { name: "Put a player out" })).toBeNull();
});
