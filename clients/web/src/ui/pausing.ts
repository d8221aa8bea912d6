/** Whether the host lets the table stand still. No state says so, for that is no matter of the rules: the log does. */
import { LATER } from "../words/later";
import type { LogLine } from "../net/table.svelte";
import { type Words, nameOf } from "../sentences";
import type { Game } from "./game.svelte";

/** The seat that paused the table, null while it goes on. */
export function pausedBy(log: readonly LogLine[]): number | null {
  const note = log.flatMap(({ events }) => events).findLast((event) => event.kind === "note-pause");
  return note?.on ? note.seat : null;
}

/** Whether cards are on the table, so that it may stand still. */
export const mayStand = ({ screen }: Game): boolean => screen === "table" || screen === "round";

/** Whether this player may pause the table, or let it go on: the host, or anybody while a host who plays is not there. */
export function mayPause(game: Game): boolean {
  const { view, presence } = game.table;
  if (view === null || view.seat === null || !mayStand(game)) return false;
  if (view.seat === view.host) return true;
  return game.pausedBy !== null && view.invited === 0 && (view.host === null || !presence.online.includes(view.host));
}

/** Pauses the table, or lets it go on. */
export const pause = ({ table, pausedBy }: Game): boolean => table.act("set_pause", { on: pausedBy === null });

/** What a table says that stands still; null while it goes on. */
export function standing(game: Game): Words | null {
  const { title, detail } = LATER.pause;
  return game.pausedBy !== null && mayStand(game) ? { title, detail } : null;
}

/** Who lets it stand still, and who may change that. */
export function stopper(game: Game): string {
  const { view } = game.table;
  if (view === null || game.pausedBy === view.seat) return LATER.pause.mine;
  const { theirs, theirsWaits } = LATER.pause;
  return (mayPause(game) ? theirs : theirsWaits)(nameOf(view, game.pausedBy));
}
