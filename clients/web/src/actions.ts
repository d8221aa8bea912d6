/**
 * What a person can do at the table, in one list: buttons, shortcuts and the list of keys all read it.
 *
 * Cards are not in it: a card is pressed itself. An action that belongs to the game is enabled exactly when the prompt
 * offers its act, so nothing that the table would refuse is ever sent.
 */
import type { View } from "./game/view";
import type { Prompt } from "./net/session";
import { PROMPT } from "./words/table";

export type ActionId =
  | "draw"
  | "pass"
  | "play"
  | "accept"
  | "challenge"
  | "call"
  | "catch"
  | "colour"
  | "sort"
  | "mute"
  | "log"
  | "skip"
  | "keys";

/** An act for the table; a card to play, which may first ask for a colour; or something of this screen alone. */
export type Command =
  | { readonly act: "draw" | "pass" | "accept" | "challenge" | "call" }
  | { readonly play: number }
  | { readonly screen: "calling" | "catch" | "colour" | "sort" | "mute" | "log" | "skip" | "keys" };

export interface Action {
  readonly id: ActionId;
  /** Lower case, one key. */
  readonly key: string;
  /** What its button says, where it has one at the table. */
  readonly label?: (view: View) => string;
  readonly enabled: (view: View, prompt: Prompt) => boolean;
  readonly command: (view: View, prompt: Prompt) => Command;
}

/** The prompt of a seat that is asked nothing. */
export const NO_PROMPT: Prompt = {
  step: -1,
  acts: [],
  cards: [],
  bluffs: [],
  sets: [],
  lasts: [],
  swaps: [],
  targets: [],
  catches: [],
  stakes: null,
  until: null,
};

const always = (): boolean => true;
const offers =
  (act: string) =>
  (_view: View, { acts }: Prompt): boolean =>
    acts.includes(act);

export function drawnFace({ hand, drawn }: View): string | null {
  return hand.find(({ slot }) => slot === drawn)?.face ?? null;
}

export const ACTIONS: readonly Action[] = [
  {
    id: "draw",
    key: "d",
    label: () => PROMPT.acts.draw,
    enabled: offers("draw"),
    command: () => ({ act: "draw" }),
  },
  {
    id: "pass",
    key: "k",
    label: ({ phase }) => PROMPT.acts[phase === "drawn" ? "keep" : "pass"],
    enabled: offers("pass"),
    command: () => ({ act: "pass" }),
  },
  {
    id: "play",
    key: "p",
    label: (view) => PROMPT.acts.play(drawnFace(view) ?? ""),
    enabled: (view, prompt) => drawnFace(view) !== null && prompt.acts.includes("play"),
    command: ({ drawn }) => ({ play: drawn ?? -1 }),
  },
  {
    id: "accept",
    key: "t",
    label: ({ debt }) => PROMPT.acts.take(debt?.total ?? 0),
    enabled: offers("accept"),
    command: () => ({ act: "accept" }),
  },
  {
    id: "challenge",
    key: "c",
    label: () => PROMPT.acts.challenge,
    enabled: offers("challenge"),
    command: () => ({ act: "challenge" }),
  },
  {
    id: "call",
    key: "u",
    enabled: (_, { acts, lasts }) => acts.includes("call") || lasts.length > 0,
    command: (_, { acts }) => (acts.includes("call") ? { act: "call" } : { screen: "calling" }),
  },
  {
    id: "catch",
    key: "g",
    enabled: (_, { catches }) => catches.length > 0,
    command: () => ({ screen: "catch" }),
  },
  {
    id: "colour",
    key: "n",
    label: () => PROMPT.acts.colour,
    enabled: offers("name_colour"),
    command: () => ({ screen: "colour" }),
  },
  {
    id: "sort",
    key: "s",
    label: () => PROMPT.acts.sort,
    enabled: ({ hand }) => hand.length > 1,
    command: () => ({ screen: "sort" }),
  },
  { id: "mute", key: "m", enabled: always, command: () => ({ screen: "mute" }) },
  { id: "log", key: "l", enabled: always, command: () => ({ screen: "log" }) },
  { id: "skip", key: "x", enabled: always, command: () => ({ screen: "skip" }) },
  { id: "keys", key: "?", enabled: always, command: () => ({ screen: "keys" }) },
];

export function actionOf(id: ActionId): Action {
  const found = ACTIONS.find((action) => action.id === id);
  if (!found) throw new Error(`no action ${id}`);
  return found;
}

/** Why a card may not be played: null if it may, undefined where the prompt says nothing of it. */
export function reasonOf(prompt: Prompt, slot: number): string | null | undefined {
  return prompt.cards.find(([other]) => other === slot)?.[1];
}
