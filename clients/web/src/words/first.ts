/** The words of the first page and of the table, in the language of this page: English until `speak` is given others. */
import * as english from "./en/first";

export type First = typeof english;
export type PresetName = keyof First["PRESETS"];

export let { COLOUR_NAMES, PRESETS, PROMPT, TEXT, faceName }: First = english;

/** Before anything is shown: what was drawn keeps its words. */
export function speak(words: First): void {
  ({ COLOUR_NAMES, PRESETS, PROMPT, TEXT, faceName } = words);
}
