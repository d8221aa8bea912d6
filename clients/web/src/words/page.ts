/** The words of the first page and the names of cards, in the language of this page: English until `speak` is given others. */
import { faceName as englishName } from "./en/cards";
import * as english from "./en/page";

export type Page = typeof english & { readonly faceName: typeof englishName };
export type PresetName = keyof Page["PRESETS"];

export let PAGE = english.PAGE;
export let PRESETS = english.PRESETS;
export let faceName = englishName;

/** Before anything is shown: what was drawn keeps its words. */
export function speak(words: Page): void {
  ({ PAGE, PRESETS, faceName } = words);
}
