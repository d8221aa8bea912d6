/** The words of the page of a tournament, in the language of this page. */
import * as english from "./en/tournament";

export type Tournament = typeof english;

export let TOURNAMENT = english.TOURNAMENT;

export function speak(words: Tournament): void {
  ({ TOURNAMENT } = words);
}
