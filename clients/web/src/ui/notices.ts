/** What stands over the table: what is in the way of playing on, or what those who watch wait for. */
import { comeLine, heldLine } from "../doorwords";
import type { View } from "../game/view";
import { saveLog, saveProof } from "../net/saving";
import { isSet, numberOf } from "../ruleset";
import { LATER } from "../words/later";
import { PAGE } from "../words/page";
import { TEXT } from "../words/table";
import type { Game } from "./game.svelte";
import { mayPause, pause, standing, stopper } from "./pausing";

/** Something that can be done about it. */
export interface WayOn {
  readonly text: string;
  readonly onpress: () => void;
}

export interface Told {
  readonly text: string;
  readonly ways?: readonly WayOn[];
}

const goOn = (game: Game): readonly WayOn[] =>
  mayPause(game) ? [{ text: LATER.pause.go, onpress: () => pause(game) }] : [];

/** What there is to be told; null if nothing. */
export function noticeOf(game: Game): Told | null {
  const { table, screen, trouble } = game;
  const { error, status, seat, door, view } = table;
  if (error?.fatal) return { text: trouble, ways: waysOn(game, error.code) };
  if (status === "lost") return { text: seat === null || !view ? TEXT.notice.lost : keptLine(view) };
  if (standing(game)) return { text: stopper(game), ways: goOn(game) };
  if (seat !== null || screen !== "table" || !view) return null;
  const text = [heldLine(door.watch), comeLine(view)].filter(Boolean).join(" ");
  return text ? { text } : null;
}

/** What becomes of the seat of somebody without a connection, by the rules of this table. */
function keptLine(view: View): string {
  if (isSet(view, "absence", "remove")) return LATER.notice.lostSeat.remove;
  return LATER.notice.lostSeat[isSet(view, "absence", "clock") && numberOf(view, "clock_ms") > 0 ? "clock" : "bot"];
}

/** What one can do where this page goes on no further: what is proven against the table is kept, all else begins anew. */
function waysOn(game: Game, code: string): readonly WayOn[] {
  const { table } = game;
  const leave = { text: LATER.notice.leave, onpress: () => game.leave() };
  if (code === "forked") return [{ text: LATER.notice.proof, onpress: () => saveProof(table) }, leave];
  if (code === "log-rolled-back" || table.verdict?.state === "failed") {
    return [{ text: LATER.notice.save, onpress: () => saveLog(table) }, leave];
  }
  const reload = code === "replaced" ? LATER.notice.takeOver : PAGE.reload;
  return [{ text: reload, onpress: () => location.reload() }];
}
