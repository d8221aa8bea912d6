/** What one tap on the first page sets going, act by act: sit down, seat computers, deal. */
import type { View } from "../game/view";

/** `open`: a new table, to sit at. `quick`: against three computers, dealt at once. */
export type Plan = "open" | "quick";

export type NextAct =
  | { readonly kind: "join" }
  | { readonly kind: "add_bot"; readonly level: "medium"; readonly wanted: null }
  | { readonly kind: "start" };

const BOTS = 3;

/** What is to be asked next to carry out the plan; null when it is done. */
export function nextAct(plan: Plan, { seat, phase, places }: View): NextAct | null {
  if (phase !== "lobby") return null;
  if (seat === null) return { kind: "join" };
  if (plan === "open") return null;
  const bots = places.filter(({ kind }) => kind === "bot").length;
  return bots < BOTS ? { kind: "add_bot", level: "medium", wanted: null } : { kind: "start" };
}
