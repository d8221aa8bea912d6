/** The words of all that comes later than the first table, in the language of this page. */
import * as english from "./en/later";

export type Later = typeof english;

export let {
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
  unknownError,
  unknownRefusal,
}: Later = english;

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
    unknownError,
    unknownRefusal,
  } = words);
}
