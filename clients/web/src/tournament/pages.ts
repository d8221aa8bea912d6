/** What a projector shows one after another: so many tables or lines at a time as there is room for. */
import type { Board } from "./board";

/** The screen, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Page {
  readonly kind: "tables" | "standings";
  readonly from: number;
  readonly to: number;
}

/** Sizes in heights of the letters, which Projector.svelte draws: its head, a table beside its players, a line. */
const HEAD = 8;
const TABLE = { width: 15, height: 4, player: 1.8 };
const LINE = 2.5;

/** The size of the letters: that of Projector.svelte. */
const lettersIn = ({ width, height }: Room): number => Math.min(Math.max(16, Math.min(width, height) * 0.026), 48);

/** All pages; one of standings at least. */
export function pagesOf({ tables, standings }: Board, room: Room): readonly Page[] {
  const letters = lettersIn(room);
  const [across, down] = [room.width / letters, room.height / letters - HEAD];
  const longest = Math.max(0, ...tables.map(([, players]) => players.length));
  const columns = Math.max(1, Math.floor(across / TABLE.width));
  const rows = Math.max(1, Math.floor(down / (TABLE.height + longest * TABLE.player)));
  return [
    ...chunks("tables", tables.length, columns * rows),
    ...chunks("standings", Math.max(1, standings.length), Math.max(1, Math.floor(down / LINE))),
  ];
}

/** Pages as even as can be. */
function chunks(kind: Page["kind"], items: number, most: number): readonly Page[] {
  const pages = Math.ceil(items / most);
  const size = Math.ceil(items / pages);
  return Array.from({ length: pages }, (_, page) => ({
    kind,
    from: page * size,
    to: Math.min(items, (page + 1) * size),
  }));
}
