/** Why something cannot be done: before it is sent, and after the table has refused it; and what went wrong. */
import type { View } from "./game/view";
import { type Words, promptWords } from "./sentences";
import { ERRORS, REASONS, REFUSALS, SHEETS, unknownError, unknownRefusal } from "./words/later";

const worded = (words: Readonly<Record<string, string>>, code: string): string | undefined => words[code];

/** Why the table refused, in one sentence. */
export const refusalText = (code: string): string => worded(REFUSALS, code) ?? unknownRefusal(code);

/** What went wrong with the connection or the room, in one sentence. */
export const errorText = (code: string): string => worded(ERRORS, code) ?? unknownError(code);

/** What the prompt says after a tap on a card that may not be played. */
export function illegalWords(view: View, face: string | null, reason: string): Words {
  if (reason === "not-your-turn") return { title: SHEETS.notYourTurn, detail: promptWords(view, null).title };
  const reasons: Readonly<Record<string, (view: View) => string>> = REASONS;
  const title = reason === "does-not-fit" ? SHEETS.noFit(face) : SHEETS.wait(face);
  return { title, detail: reasons[reason]?.(view) ?? "" };
}
