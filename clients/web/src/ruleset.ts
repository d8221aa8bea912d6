/** Single options of the ruleset in force, as a screen reads them: what the table plays by, never how. */
import type { View } from "./game/view";

type Options = Pick<View, "options">;

/** A number among the options, such as `clock_ms`; 0 where there is none. */
export function numberOf({ options }: Options, name: string): number {
  const value = options[name];
  return typeof value === "number" ? value : 0;
}

/** Whether an option has this value. */
export const isSet = ({ options }: Options, name: string, value: string | boolean): boolean => options[name] === value;

const MATCHES: readonly unknown[] = ["to_target", "lowest_total", "elimination"];

/** Whether points are kept over several rounds. */
export const isMatch = ({ options }: Options): boolean => MATCHES.includes(options["score"]);

/** Turns missed in a row from which on the clock is short. */
const SHORT_FROM = 2;

/** How long the seat on turn has to act, in ms; null without a clock. */
export function clockOf(view: View): number | null {
  const usual = numberOf(view, "clock_ms");
  const place = view.places.find(({ seat }) => seat === view.turn);
  if (usual === 0 || !place) return null;
  return place.misses < SHORT_FROM ? usual : Math.min(usual, numberOf(view, "clock_short_ms") || usual);
}
