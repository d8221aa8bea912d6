/** Hands files over to the person at the browser. */
import type { Game } from "./game.svelte";

type Table = Game["table"];

/** How long a browser may take to begin saving a file. */
const DOWNLOAD_MS = 10_000;

/** The log, as far as it is here. */
export const saveLog = (table: Table): void => save(table, table.file, "ono");

/** The proof that the table showed two histories. */
export const saveProof = (table: Table): void => save(table, table.proof, "fork");

function save({ room, game }: Table, file: Blob | null, suffix: string): void {
  if (!file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `ono-${room}-${game.slice(0, 8)}.${suffix}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}
