/** What an event sets moving on the table: cards that fly, and what stirs at its place. Others' hands stay closed. */
import { tick } from "svelte";
import type { EventOf } from "../game/events";
import type { View } from "../game/view";
import { MOSAIC, colourOf } from "../look/colours";
import type Flights from "../look/Flights.svelte";
import type Sparks from "../look/Sparks.svelte";
import { IN_OUT, MS, OUT, animate } from "../look/motion";
import type { Moment } from "../sentences";
import { cuttersOf } from "../telling";
import { APART, DRAWN_MS, MOVED, flightsOf } from "./flights";
import { type Screen, spotsIn } from "./spots";

interface Scene extends Screen {
  readonly air: Flights;
  readonly sparks: Sparks;
  /** The badge of another seat. */
  readonly seatOf: (seat: number) => Element | null;
}

/** Widths of the rings around a seat and around the discards. */
const RING = { seat: 110, discard: 300 } as const;
const SHAPES_APART = 110;
const LIFT_MS = 900;

/** A skipped seat sinks, dims and returns. */
function sink(seat: Element | null | undefined): void {
  const low = { transform: "translateY(10px) scale(.86)", opacity: 0.35, offset: 0.4 };
  if (seat) void animate(seat, [{}, low, {}], { duration: MS.big, easing: IN_OUT });
}

/** The top card is looked at. */
function lift({ root }: Scene): void {
  const top = root.querySelector(".discard > :last-child");
  const high = { scale: "1.25" };
  const frames = [{}, { ...high, offset: 0.3 }, { ...high, offset: 0.75 }, {}];
  if (top) void animate(top, frames, { duration: LIFT_MS, easing: IN_OUT });
}

/** Cards that I draw rise from the pile, open, and go to their places. */
async function intoHand({ event, after }: Moment<EventOf<"drew">>, scene: Scene): Promise<void> {
  await tick();
  const { pile, discard, card } = spotsIn(scene);
  const hold = { ...pile, width: discard.width };
  event.slots.forEach((slot, i) => {
    const [to, button] = [card(slot), scene.cardOf(slot)?.firstElementChild];
    if (!to || !button) return;
    const face = after.hand.find((held) => held.slot === slot)?.face ?? null;
    const delay = i * APART.draw;
    void scene.air.fly({ face, from: pile, to, hold, delay, ms: DRAWN_MS });
    void animate(button, { opacity: [0, 0] }, { duration: DRAWN_MS + delay });
  });
}

/** A hand that came whole opens card after card. */
async function open({ hand }: View, scene: Scene, after = 0): Promise<void> {
  await tick();
  const apart = Math.min(APART.deal, MS.gap / hand.length);
  hand.forEach(({ slot }, i) => {
    const card = scene.cardOf(slot)?.firstElementChild;
    const closed = { opacity: 0, translate: "0 -24px", scale: "0 1" };
    const options = { duration: MS.card, delay: after + i * apart, easing: OUT, fill: "backwards" } as const;
    if (card) void animate(card, [closed, {}], options);
  });
}

/** The count of what is owed hops towards whoever owes it now. */
async function hop(seat: number, scene: Scene): Promise<void> {
  await tick();
  const token = scene.root.querySelector(".owed");
  const { discard, seat: at } = spotsIn(scene);
  const [dx, dy] = [(at(seat).x - discard.x) / 3, (at(seat).y - discard.y) / 3];
  const there = { transform: `translate(${dx}px, ${dy}px)` };
  if (token) void animate(token, [{}, there, {}], { duration: 2 * MS.card, delay: MS.quick, easing: IN_OUT });
}

/** What stirs at its place, or opens in my hand. */
function stir({ event, before, after, ...more }: Moment, scene: Scene): void {
  const { discard, seat } = spotsIn(scene);
  const around = { ...discard, width: RING.discard };
  const strike = scene.sparks.strike;
  if (event.kind === "skipped") sink(scene.seatOf(event.seat)?.firstElementChild);
  else if (event.kind === "owed") void hop(event.seat, scene);
  else if (event.kind === "challenged") lift(scene);
  else if (event.kind === "drew" && event.seat === after.seat) void intoHand({ event, before, after }, scene);
  else if (event.kind === "dealt") void open(after, scene, MS.quick);
  else if (event.kind === "hands-moved" && event.takers.includes(after.seat ?? -1)) void open(after, scene, MOVED.ms);
  else if (event.kind === "shuffle-closed") {
    const cutters = cuttersOf({ event, before, after, ...more }).filter((one) =>
      after.places.some((it) => it.seat === one),
    );
    strike(cutters.map((one) => ({ colour: null, at: { ...seat(one), width: RING.seat } })));
  } else if (event.kind === "played") {
    const wild = after.top !== null && colourOf(after.top) === null;
    const shapes = wild ? [...MOSAIC, event.colour] : [event.colour];
    strike(shapes.map((colour, i) => ({ colour, at: around, delay: MS.quick + i * SHAPES_APART })));
  } else if (event.kind === "round-ended" && event.winner !== null) {
    lift(scene);
    strike([0, MS.big].map((delay) => ({ colour: after.colour, at: around, delay })));
  }
}

/** Sets in motion what an event moves, while the table still stands as before it; gives the flights of its cards. */
export function perform(moment: Moment, scene: Scene): Promise<void>[] {
  stir(moment, scene);
  return flightsOf(moment, spotsIn(scene)).map(scene.air.fly);
}
