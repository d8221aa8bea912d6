/** What stands over the table: what is in the way of playing on, or what those who watch wait for. */
import { comeLine, heldLine } from "../doorwords";
import { LATER } from "../words/later";
import { TEXT } from "../words/table";
import type { Game } from "./game.svelte";
import { mayPause, pause, standing, stopper } from "./pausing";

export interface Told {
  readonly text: string;
  /** What can be done about it. */
  readonly action?: string;
  readonly onaction?: () => void;
}

const goOn = (game: Game): Partial<Told> =>
  mayPause(game) ? { action: LATER.pause.go, onaction: () => pause(game) } : {};

/** What there is to be told; null if nothing. */
export function noticeOf(game: Game): Told | null {
  const { table, screen, trouble } = game;
  const { error, status, seat, door, view } = table;
  if (error?.code === "replaced")
    return { text: LATER.notice.replaced, action: LATER.notice.takeOver, onaction: () => location.reload() };
  if (error?.code === "forked")
    return { text: trouble, action: LATER.notice.proof, onaction: () => table.downloadProof() };
  if (error?.fatal) return { text: trouble };
  if (status === "lost") return { text: `${TEXT.notice.lost} ${LATER.notice.held}` };
  if (standing(game)) return { text: stopper(game), ...goOn(game) };
  if (seat !== null || screen !== "table" || !view) return null;
  const text = [heldLine(door.watch), comeLine(view)].filter(Boolean).join(" ");
  return text ? { text } : null;
}
