/** The words of all that comes later than the first table, in the language of this page. */
import * as english from "./en/later";

export type Later = typeof english;

export let ACTION_TEXT = english.ACTION_TEXT;
export let BANNERS = english.BANNERS;
export let CHECKS = english.CHECKS;
export let DEFAULTS = english.DEFAULTS;
export let ERRORS = english.ERRORS;
export let FAULTS = english.FAULTS;
export let LATER = english.LATER;
export let LINES = english.LINES;
export let REASONS = english.REASONS;
export let REFUSALS = english.REFUSALS;
export let SCORES = english.SCORES;
export let SHEETS = english.SHEETS;
export let kindName = english.kindName;
export let unknownError = english.unknownError;
export let unknownRefusal = english.unknownRefusal;

export function speak(words: Later): void {
  ({
    ACTION_TEXT,
    BANNERS,
    CHECKS,
    DEFAULTS,
    ERRORS,
    FAULTS,
    LATER,
    LINES,
    REASONS,
    REFUSALS,
    SCORES,
    SHEETS,
    kindName,
    unknownError,
    unknownRefusal,
  } = words);
}
