/** What pops up over the table and for how long, and what nobody need wait for. */
import type { EventKind, GameEvent } from "../game/events";
import type { Moment } from "../sentences";
import { bannerOf, shownTo } from "../telling";
import type { Popup } from "./stage.svelte";

/** Events that nobody needs to see for themselves: the next one follows at once. */
const QUIET: ReadonlySet<EventKind> = new Set<EventKind>([
  "log-opened",
  "dealer-seated",
  "seated",
  "bot-seated",
  "left",
  "witness-came",
  "witness-left",
  "directed",
  "host-set",
  "options-set",
  "to-do",
  "asked",
  "accepted",
  "game-started",
  "shuffle-closed",
  "round-began",
  "cosigned",
  "sealed",
  "note-simulated",
  "game-ended",
  "shown",
  "catch-opened",
  "catch-closed",
  "clock-restored",
]);

/** Nor need anybody wait while the cards for a new deal are shuffled: the deal itself is what they wait for. */
export const isQuiet = (event: GameEvent): boolean =>
  QUIET.has(event.kind) || (event.kind === "shuffle-begun" && event.into === "deck");

/** A banner needs more time than a card. */
const BANNER_MS = 1100;
const LOUD_MS = 1600;
const CARDS_MS = 3200;
/** What nobody may miss. */
const LOUD: ReadonlySet<EventKind> = new Set<EventKind>(["called", "exposed", "caught"]);

/** What an event pops up, in ms of normal speed; null for what needs no words. */
export function popupOf(moment: Moment): Omit<Popup, "id"> | null {
  const { event, after } = moment;
  const text = bannerOf(moment);
  if (text === null) return null;
  const loud = LOUD.has(event.kind);
  const faces = event.kind === "challenged" ? shownTo(event, after) : [];
  return { text, ms: faces.length > 0 ? CARDS_MS : loud ? LOUD_MS : BANNER_MS, loud, faces };
}
