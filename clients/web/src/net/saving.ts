/** Files that go to whoever looks at the page. */
import type { Table } from "./table.svelte";

/** A table as far as its files are named by it. */
type Named = Pick<Table, "room" | "game">;

/** How long a browser may take to begin saving a file. */
const DOWNLOAD_MS = 10_000;

/** Hands a file over under this name. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
}

/** Hands over the log of a table so far. */
export const saveLog = (table: Named & Pick<Table, "file">): void => saveOf(table, table.file, "ono");

/** Hands over the proof that a table showed two histories. */
export const saveProof = (table: Named & Pick<Table, "proof">): void => saveOf(table, table.proof, "fork");

/** What a file of this game is called. */
export const fileName = ({ room, game }: Named, suffix = "ono"): string => `ono-${room}-${game.slice(0, 8)}.${suffix}`;

function saveOf(table: Named, file: Blob | null, suffix: string): void {
  if (file) save(file, fileName(table, suffix));
}
