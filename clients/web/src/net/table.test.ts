/** The page's store and the socket under it, on an imagined network with an imagined clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { packed } from "../fair/codec";
import { ROOM, ScriptedTable } from "../testing/scripted";
import { Wire } from "../testing/wire";
import { prover } from "./prover";
import { table } from "./table.svelte";

let wire: Wire;

/** Lets messages travel and checks be done, but no time pass that a user would notice. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(200);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { host: "table.test:8765", protocol: "http:", hash: "" });
  localStorage.clear();
  wire = new Wire(new ScriptedTable());
});

afterEach(async () => {
  table.leave();
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sitting(): Promise<void> {
  table.enter(ROOM);
  await settle();
  table.join("Ada");
  await settle();
}

async function playing(): Promise<void> {
  await sitting();
  table.act("add_bot", { level: "easy", wanted: null });
  await settle();
  table.act("start", {});
  await settle();
}

async function playOn(): Promise<void> {
  table.act("play", { slots: [table.view!.hand[0]!.slot] });
  await settle();
}

describe("the store", () => {
  test("shows the room, the seat and the hand, and every entry once and in order", async () => {
    expect(table).toMatchObject({ status: "idle", room: null, view: null, log: [] });
    await playing();
    expect(table).toMatchObject({ status: "open", room: ROOM, seat: 0, error: null, sending: false });
    expect(table.view!.hand.every(({ face }) => face?.startsWith("R"))).toBe(true);
    expect(table.log.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(table.log.map(({ catchUp }) => catchUp)).toEqual([true, true, false, false, false, false]);
    table.log.slice(1).forEach((line, place) => expect(line.before).toBe(table.log[place]!.after));
  });

  test("shows emotes, and hears of those of others", async () => {
    await sitting();
    expect(table).toMatchObject({ emotes: true, emoted: null });
    table.emote("wow");
    await settle();
    expect(wire.table.heard.at(-1)).toEqual(["emote", { what: "wow" }]);
    expect(table.emoted).toEqual({ seat: 1, what: "wow" });
    const first = table.emoted;
    table.emote("wow");
    await settle();
    expect(table.emoted).not.toBe(first);
  });

  test("sends no emote to a table that speaks the first version, which would take it for a fault", async () => {
    wire.table.version = 1;
    await sitting();
    expect(table).toMatchObject({ status: "open", emotes: false, error: null });
    table.emote("wow");
    await settle();
    expect(wire.table.heard.map(([kind]) => kind)).not.toContain("emote");
  });

  test("plays to the end, where the cards are proven and the end is signed", async () => {
    await playing();
    await playOn();
    expect(table.verdict).toMatchObject({ state: "open" });
    table.prove(prover);
    await playOn();
    expect(table.view).toMatchObject({ phase: "sealed", cosigned: [0] });
    expect(table.verdict).toMatchObject({ state: "proven" });
    table.again();
    await settle();
    expect(table.view).toMatchObject({ phase: "lobby", seat: 0 });
    expect(table.log.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  test("tells why a command was refused", async () => {
    await playing();
    table.act("draw", {});
    await settle();
    expect(table.refusal).toMatchObject({ code: "could-play" });
  });

  test("finds a public room, and shows its door as the table tells it", async () => {
    table.quick({ preset: "official" });
    await settle();
    expect(table).toMatchObject({ status: "open", room: ROOM, door: { public: false } });
    table.setDoor({ public: true, locked: true, watch: "after" });
    await settle();
    expect(table.door).toEqual({ public: true, locked: true, watch: "after" });
    expect(
      wire.table.heard
        .map(([kind]) => kind)
        .filter((kind) => kind !== "ping")
        .slice(2),
    ).toEqual(["quick", "seen", "door"]);
  });

  test("forgets the room when it is left", async () => {
    await sitting();
    table.leave();
    expect(table).toMatchObject({ status: "idle", room: null, seat: null, view: null, log: [] });
    expect(wire.table.heard.at(-1)![0]).toBe("command");
  });
});

describe("the connection", () => {
  test("a lost one is back at once when the network is, and the table stays readable meanwhile", async () => {
    await playing();
    wire.weather = "down";
    wire.cut();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(table.status).toBe("lost");
    expect(table.view!.hand).toHaveLength(2);
    wire.weather = "fair";
    dispatchEvent(new Event("online"));
    await settle();
    expect(table.status).toBe("open");
  });

  test("a silent hole is seen within 3 s, and a move made in it is sent once", async () => {
    await playing();
    wire.weather = "silent";
    await playOn();
    expect(table).toMatchObject({ status: "open", sending: true });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(table).toMatchObject({ status: "lost", sending: true });
    wire.weather = "fair";
    await vi.advanceTimersByTimeAsync(10_000);
    expect(table).toMatchObject({ status: "open", sending: false });
    expect(table.view!.hand).toHaveLength(1);
    expect(wire.table.heard.filter(([kind, { head }]) => kind === "enter" && head !== null).length).toBeGreaterThan(0);
  });

  test("in a hole one more socket is tried, and the server is asked for, ever more seldom", async () => {
    await playing();
    wire.weather = "silent";
    await vi.advanceTimersByTimeAsync(3_000);
    await vi.advanceTimersByTimeAsync(10_000);
    const soon = wire.requests;
    await vi.advanceTimersByTimeAsync(600_000);
    wire.requests = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wire.sockets).toHaveLength(2);
    expect(soon).toBeGreaterThan(15);
    expect(wire.requests).toBeLessThan(3);
    expect(table.status).toBe("lost");
  });

  test("a server that answers and lets nobody in is not hammered", async () => {
    await playing();
    wire.refuses = true;
    wire.cut();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wire.sockets.length).toBeGreaterThan(10);
    expect(wire.sockets.length).toBeLessThan(26);
  });

  test("where nothing hangs on it the table is asked seldom, and not at all in the background", async () => {
    await sitting();
    const pings = (): number => wire.table.heard.filter(([kind]) => kind === "ping").length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pings()).toBeGreaterThan(2);
    expect(pings()).toBeLessThan(6);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const before = pings();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(pings()).toBeLessThanOrEqual(before + 1);
  });

  test("what came while one was away is marked as known already", async () => {
    await playing();
    const { length } = table.log;
    wire.cut();
    wire.table.write(["table", ["resume", { time: 5 }]], [{ kind: "resumed", time: 5 }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(table.log.slice(length)).toMatchObject([{ catchUp: true }]);
  });

  test("a page that wakes up asks at once whether the table is there", async () => {
    await playing();
    await vi.advanceTimersByTimeAsync(500);
    const before = wire.table.heard.length;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(wire.table.heard.slice(before).map(([kind]) => kind)).toEqual(["ping"]);
  });

  test("a server that restarts is tried again when it said", async () => {
    await playing();
    wire.sockets.at(-1)!.hear(packed(["restart", { retry_ms: 5_000 }]));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(wire.sockets).toHaveLength(1);
    await settle();
    expect(wire.sockets).toHaveLength(2);
    expect(table.status).toBe("open");
  });

  test("who was put out does not come back by itself", async () => {
    await playing();
    wire.sockets.at(-1)!.hear(packed(["error", { code: "kicked", detail: "" }]));
    wire.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(wire.sockets).toHaveLength(1);
    expect(table).toMatchObject({ error: { code: "kicked" }, room: null, view: null });
  });

  test("a page that was replaced does not fight for the seat", async () => {
    await playing();
    wire.sockets.at(-1)!.hear(packed(["replaced", {}]));
    await vi.advanceTimersByTimeAsync(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(wire.sockets).toHaveLength(1);
    expect(table.error).toMatchObject({ code: "replaced" });
  });
});
