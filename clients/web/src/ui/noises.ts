/** Which sound an event makes. A sound never says what is not also said in words. */
import type { EventKind } from "../game/events";
import { kindOf } from "../look/faces";
import type { SoundKind } from "../sound/notes";
import type { Moment } from "../sentences";

const SOUND_OF: Readonly<Partial<Record<EventKind, SoundKind>>> = {
  dealt: "deal",
  drew: "draw",
  recycled: "draw",
  skipped: "skip",
  reversed: "reverse",
  called: "last-card",
  "shuffle-begun": "reshuffle",
  "round-ended": "win",
};

/** By the kind of card that came down; skip and reverse sound with their own events. */
const CARD_SOUNDS: Readonly<Record<string, SoundKind>> = { D: "draw-two", W: "wild", W4: "challenge" };

export function soundOf({ event, after }: Moment): SoundKind | null {
  if (event.kind === "played") return CARD_SOUNDS[kindOf(after.top ?? "")] ?? "play";
  if (event.kind === "challenged") return event.verdict;
  if (event.kind === "asked") return event.seat === after.seat && event.phase !== "drawn" ? "my-turn" : null;
  return SOUND_OF[event.kind] ?? null;
}
