/** What the sheets say that ask before something is done: a challenge, a bluff. */
import type { View } from "./game/view";
import type { Prompt } from "./net/session";
import { nameOf } from "./sentences";
import { SHEETS } from "./words/later";

/** What each answer to a Wild Draw Four costs, in words. */
export function challengeWords(
  view: View,
  prompt: Prompt,
): Readonly<Record<"title" | "rule" | "take" | "dare", string>> {
  const { title, rule, take, dare } = SHEETS.challenge;
  const by = view.debt?.by ?? null;
  const owed = view.debt?.total ?? 0;
  const [accused, challenger] = prompt.stakes ?? [owed, owed + 2];
  const name = nameOf(view, by);
  const cards = view.places.find(({ seat }) => seat === by)?.cards ?? 0;
  return {
    title: title(name),
    rule: rule(name, view.debt?.dispute?.colour ?? null, cards),
    take: take(owed),
    dare: dare(name, accused, challenger),
  };
}

/** What a bluff risks. */
export function bluffWords(view: View): Readonly<Record<"detail" | "anyway", string>> {
  const name = nameOf(view, view.nextSeat);
  return { detail: SHEETS.bluff.detail(view.colour, name), anyway: SHEETS.bluff.anyway(name) };
}
