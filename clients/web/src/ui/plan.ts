/** What one tap sets going, act by act: sit down, seat computers, deal. */
import type { Place, View } from "../game/view";

export interface Plan {
  /** Computers to be seated, each at its seat. */
  readonly bots: readonly { readonly level: string; readonly wanted: number }[];
  /** Whether to deal as soon as they sit. */
  readonly deal: boolean;
  /** Whether to take a seat; in a rematch the connection does that by itself. */
  readonly join: boolean;
}

export type NextAct =
  | { readonly kind: "join" | "start" | "wait" }
  | { readonly kind: "add_bot"; readonly level: string; readonly wanted: number };

/** A new table, to sit at and wait for others. */
export const OPEN: Plan = { join: true, bots: [], deal: false };

/** Against three computers, dealt at once. */
export const QUICK: Plan = {
  join: true,
  bots: [1, 2, 3].map((wanted) => ({ level: "medium", wanted })),
  deal: true,
};

const isBot = ({ kind }: Place): boolean => kind === "bot";

/** A rematch of this game with the same computers, dealt at once where there is nobody else to wait for. */
export function rematch({ places, seat }: View): Plan {
  const bots = places.filter(isBot).map((place) => ({ level: place.level, wanted: place.seat }));
  return { join: false, bots, deal: places.every((place) => isBot(place) || place.seat === seat) };
}

/** What is to be asked next to carry out the plan; null when it is done, or when another hosts: the rest is theirs. */
export function nextAct(plan: Plan, { seat, phase, places, host }: View): NextAct | null {
  if (phase === "over" || phase === "sealed") return { kind: "wait" };
  if (phase !== "lobby") return null;
  if (seat === null) return { kind: plan.join ? "join" : "wait" };
  if (host !== seat) return null;
  const bot = plan.bots.find(({ wanted }) => !places.some((place) => place.seat === wanted));
  if (bot) return { kind: "add_bot", ...bot };
  return plan.deal ? { kind: "start" } : null;
}
