/** What stands over the table: what is in the way of playing on, or what those who watch wait for. */
import { comeLine, heldLine } from "../doorwords";
import { LATER } from "../latertext";
import { saveProof } from "../net/saving";
import { TEXT } from "../text";
import type { Game } from "./game.svelte";

export interface Told {
  readonly text: string;
  /** What can be done about it. */
  readonly action?: string;
  readonly onaction?: () => void;
}

/** What there is to be told; null if nothing. */
export function noticeOf({ table, screen, trouble }: Game): Told | null {
  const { error, status, seat, door, view } = table;
  if (error?.code === "replaced")
    return { text: LATER.notice.replaced, action: LATER.notice.takeOver, onaction: () => location.reload() };
  if (error?.code === "forked") return { text: trouble, action: LATER.notice.proof, onaction: () => saveProof(table) };
  if (error?.fatal) return { text: trouble };
  if (status === "lost") return { text: `${TEXT.notice.lost} ${LATER.notice.held}` };
  if (seat !== null || screen !== "table" || !view) return null;
  const text = [heldLine(door.watch), comeLine(view)].filter(Boolean).join(" ");
  return text ? { text } : null;
}
