/** Other hands of which this browser knows cards: open ones, and those that were shown, swapped away or taken from the top. */
import type { Place, View } from "../game/view";

export function knownElsewhere({ places, seat }: View): Place[] {
  return places.filter((place) => place.seat !== seat && place.hand.length > 0);
}
