/** What the sheets say that ask before something is done: a challenge, a bluff. */
import type { View } from "./game/view";
import { colourName } from "./look/colours";
import type { Prompt } from "./net/session";
import { cardCount, nameOf } from "./sentences";

/** What made the Wild Draw Four a bluff. */
function bluffRule({ debt }: View, name: string): string {
  const colour = debt?.dispute?.colour ?? null;
  if (colour === null) return "No colour was in play, so it was no bluff.";
  const word = colourName(colour);
  return `${word} was in play. If ${name} still held a ${word} card, it was a bluff.`;
}

const cardsAt = ({ places }: View, seat: number | null): number =>
  places.find((place) => place.seat === seat)?.cards ?? 0;

/** What each answer to a Wild Draw Four costs, in words. */
export function challengeWords(
  view: View,
  prompt: Prompt,
): Readonly<Record<"title" | "rule" | "take" | "dare", string>> {
  const owed = view.debt?.total ?? 0;
  const [accused, challenger] = prompt.stakes ?? [owed, owed + 2];
  const name = nameOf(view, view.debt?.by ?? null);
  return {
    title: `Did ${name} bluff?`,
    rule: `${bluffRule(view, name)} ${name} has ${cardCount(cardsAt(view, view.debt?.by ?? null))}.`,
    take: `You draw ${owed} and miss your turn`,
    dare: `If ${name} bluffed, ${name} draws ${accused} and you play on; if not, you draw ${challenger} and lose the turn`,
  };
}

/** What a bluff risks. */
export function bluffWords(view: View): Readonly<Record<"detail" | "anyway", string>> {
  const name = nameOf(view, view.nextSeat);
  const colour = view.colour === null ? "the colour in play" : `${colourName(view.colour)}, the colour in play`;
  return {
    detail: `You still hold ${colour}. ${name} may challenge: then you draw 4. If nobody does, nobody sees your hand until the round ends.`,
    anyway: `${name} draws 4, or challenges you`,
  };
}
