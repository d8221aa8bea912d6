/** Last cards to be called, and missed calls to be caught: races, so they follow the newest of the table, not the screen. */
import { NO_PROMPT } from "./actions";
import type { View } from "./game/view";
import type { Prompt } from "./net/session";

export interface Calls {
  /** My last card is not called, and I may still do it. */
  readonly call: boolean;
  /** Who may be caught: seat, and the step that names the play. */
  readonly catches: readonly (readonly [number, number])[];
}

export const NO_CALLS: Calls = { call: false, catches: [] };

/** What of a prompt is still open: a call made or a window closed since then takes it back without a new prompt. */
export function openCalls(view: View | null, prompt: Prompt | null): Calls {
  if (view === null || prompt === null) return NO_CALLS;
  const missed = (seat: number | null) => view.places.find((place) => place.seat === seat && place.exposed !== null);
  const isOpen = ([seat, step]: readonly [number, number]): boolean => {
    const place = missed(seat);
    return place !== undefined && place.catchable && place.exposed === step;
  };
  return {
    call: prompt.acts.includes("call") && missed(view.seat) !== undefined,
    catches: prompt.catches.filter(isOpen),
  };
}

/** The prompt with the calls that are open, else with what is open of its own, in place of what was. */
export function withCalls(view: View, asked: Prompt | null, open?: Calls): Prompt {
  const { call, catches } = open ?? openCalls(view, asked);
  const prompt = asked ?? NO_PROMPT;
  const acts = prompt.acts.filter((act) => act !== "call" && act !== "catch");
  return { ...prompt, acts: call ? [...acts, "call"] : acts, catches: [...catches] };
}
