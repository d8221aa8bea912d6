/** What the sheets say that ask before something is done: a challenge, a bluff. */
import type { View } from "./game/view";
import { colourName } from "./look/colours";
import { colourOf } from "./look/faces";
import type { Prompt } from "./net/session";
import { capital, cardCount, nameOf } from "./sentences";

/** The colour that the Wild Draw Four was played on, where the card below it tells. */
function colourBefore({ under }: View): string {
  const colour = colourOf(under.at(-1) ?? "");
  return colour === null ? "" : `, ${colourName(colour)}`;
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
    rule: `Allowed only without a card of the colour that was in play${colourBefore(view)}. ${capital(name)} has ${cardCount(cardsAt(view, view.debt?.by ?? null))}.`,
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
