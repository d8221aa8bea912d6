/** Which sound an event makes. A sound never says what is not also said in words. */
import type { EventKind } from "../game/events";
import { kindOf } from "../look/colours";
import type { SoundKind } from "../sound/notes";
import type { Moment } from "../sentences";

const SOUND_OF: Readonly<Partial<Record<EventKind, SoundKind>>> = {
  dealt: "deal",
  drew: "draw",
  recycled: "draw",
  skipped: "skip",
  reversed: "reverse",
  called: "last-card",
  exposed: "not-called",
  caught: "catch",
  mistaken: "mistaken",
  "timed-out": "time-out",
  "seat-removed": "skip",
  "shuffle-begun": "reshuffle",
  "round-ended": "win",
};

/** By the kind of card that came down; skip and reverse sound with their own events. */
const CARD_SOUNDS: Readonly<Record<string, SoundKind>> = {
  A: "all-in",
  D: "draw-two",
  W: "wild",
  W4: "challenge",
  SH: "wild",
  SW: "wild",
  CU: "wild",
};

/** By how many cards are owed: a tone higher each time they add up. */
function stackSound(total: number): SoundKind | null {
  if (total <= 2) return null;
  return total <= 4 ? "stack-2" : total <= 6 ? "stack-3" : "stack-4";
}

export function soundOf({ event, after }: Moment): SoundKind | null {
  if (event.kind === "played") return CARD_SOUNDS[kindOf(after.top ?? "")] ?? "play";
  if (event.kind === "owed") return after.top === "W4" && event.debt[0] === 4 ? null : stackSound(event.debt[0]);
  if (event.kind === "hands-moved") return event.givers.length === 2 ? "swap" : "rotate";
  if (event.kind === "challenged") return event.verdict;
  if (event.kind === "asked") return event.seat === after.seat && event.phase !== "drawn" ? "my-turn" : null;
  return SOUND_OF[event.kind] ?? null;
}
