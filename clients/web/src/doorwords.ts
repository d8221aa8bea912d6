/** Who may come into a room, and what those see who only watch, in sentences. */
import type { View } from "./game/view";
import type { Door } from "./net/messages";
import { isSet, numberOf } from "./ruleset";
import { LATER } from "./words/later";

/** What differs from a private room that anybody with its code may enter and watch; empty where nothing does. */
export function doorLine({ public: open, locked, watch }: Door): string {
  const said = [...(open ? [`${LATER.door.public}.`] : []), ...(locked ? [`${LATER.door.locked}.`] : [])];
  return [...said, ...(watch === "live" ? [] : [LATER.door.watching[watch]])].join(" ");
}

/** Why who watches sees nothing new of a game; empty where all is seen as it goes. */
export const heldLine = (watch: Door["watch"]): string => (watch === "live" ? "" : LATER.door.held[watch]);

/** Whether somebody without a seat may take one between two rounds of this match (rules.md 14); whether the cards are enough the table says. */
export function mayComeLate(view: View): boolean {
  const free = view.places.length < numberOf(view, "seats_max");
  return view.seat === null && free && isSet(view, "score", "to_target") && isSet(view, "escrow", "none");
}

const NO_ROUND: readonly View["phase"][] = ["lobby", "round-over", "over", "sealed"];

/** What somebody without a seat has to wait for to get one; empty where waiting is no use, or over. */
export const comeLine = (view: View): string =>
  mayComeLate(view) && !NO_ROUND.includes(view.phase) ? LATER.round.late : "";
