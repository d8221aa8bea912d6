/** The options of a table as its lobby shows and changes them. What they mean only the table knows: `explained` says it. */
import type { Plain, PlainMap } from "../fair/codec";
import type { Explained } from "../net/messages";
import { LATER } from "../words/later";

export type Setting = string | number | boolean;

/** An option that the host may change. */
export interface Offer {
  readonly name: string;
  readonly label: string;
  readonly value: Setting;
  readonly values: readonly (readonly [Setting, string])[];
}

export interface Group {
  readonly name: string;
  readonly offers: readonly Offer[];
}

/** A change of the host's: the option it was made at, and all options with it. */
export interface Change {
  readonly name: string;
  readonly options: PlainMap;
}

/** Texts on the customizable cards; only this deck has them. */
export const CUSTOM = { name: "custom_texts", deck: "modern112", count: 3 } as const;

/** The options offered, group by group, in the order they came. */
export function groupsOf({ options }: Explained): Group[] {
  const names = [...new Set(options.map(([, group]) => group))];
  return names.map((name) => {
    const own = options.filter(([, group]) => group === name);
    return { name, offers: own.map(([name, , label, value, values]) => ({ name, label, value, values })) };
  });
}

/** What an option that is offered is set to. */
export function valueOf(explained: Explained | null, name: string): Setting | null {
  return explained?.options.find(([offered]) => offered === name)?.[3] ?? null;
}

/** How many seats the table has; null until it has said so. */
export function seatsOf(explained: Explained | null): number | null {
  const seats = valueOf(explained, "seats_max");
  return typeof seats === "number" ? seats : null;
}

/** How many options differ from the preset's. */
export const changesIn = (options: PlainMap): number => Object.keys(options).filter((name) => name !== "preset").length;

/** The options with one of them changed. Texts go with the deck that has cards for them. */
export function changed(options: PlainMap, name: string, value: Plain): Change {
  const next: Record<string, Plain> = { ...options, [name]: value };
  if (name === "deck" && value !== CUSTOM.deck) delete next[CUSTOM.name];
  return { name, options: next };
}

/** The preset as it is. */
export const preset = (name: string): Change => ({ name: "preset", options: { preset: name } });

/** The texts on the customizable cards. */
export function textsOf(options: PlainMap): string[] {
  const texts = options[CUSTOM.name];
  const given = Array.isArray(texts) ? (texts as readonly Plain[]) : [];
  return Array.from({ length: CUSTOM.count }, (_, i) => String(given[i] ?? ""));
}

/** A name of an option, alone or with a value; one that is a word like any other only counts with a value. */
const NAMED = /\b([a-z]+(?:_[a-z]+)+|[a-z_]+(?==))(?:=(\w+))?/g;

/** Why options were refused, with the labels that the host sees instead of the names of options. */
export function inLabels(detail: string, { options }: Explained): string {
  const words = detail.replaceAll(NAMED, (text: string, name: string, set?: string) => {
    const [, , label, , values] = options.find(([offered]) => offered === name) ?? [];
    const value = values?.find(([value]) => String(value) === set)?.[1];
    return label === undefined ? text : LATER.rules.named(label, value);
  });
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
