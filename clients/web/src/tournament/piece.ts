/** Tournaments, in one piece: it comes when the first of them is wanted. */
import "../ui/later";
import { type Later, speak as speakLater } from "../words/later";
import { type Tournament as Words, speak as speakHere } from "../words/tournament";

export { default as Tournament } from "./Tournament.svelte";

export function speak(words: Later & Words): void {
  speakLater(words);
  speakHere(words);
}
