/** The words of the table, in the language of this page. */
import * as english from "./en/table";

export type Table = typeof english;

export let COLOUR_NAMES = english.COLOUR_NAMES;
export let PROMPT = english.PROMPT;
export let TEXT = english.TEXT;

export function speak(words: Table): void {
  ({ COLOUR_NAMES, PROMPT, TEXT } = words);
}
