/** The games that this browser has played, kept in it: what is said of each, and beside it the log. */
import type { View } from "../game/view";
import type { CardsVerdict } from "../net/proofs";

/** What is said of a kept game. */
export interface Kept {
  /** The id of the game in hex. */
  readonly game: string;
  readonly room: string;
  /** When it ended, in ms of this computer's clock. */
  readonly ended: number;
  readonly players: readonly string[];
  /** Whether this browser's seat came first. */
  readonly won: boolean;
  /** Who came first; empty where nobody did. */
  readonly winners: readonly string[];
  readonly verdict: CardsVerdict["state"];
  /** Bytes of the log. */
  readonly size: number;
}

/** So much is kept at most; the oldest games go first. */
export const MOST_GAMES = 50;
export const MOST_BYTES = 20_000_000;

/** What is said of the game that ended with this view. */
export function recordOf(view: View, about: Pick<Kept, "game" | "room" | "ended" | "verdict" | "size">): Kept {
  const first = view.places.filter(({ seat }) => view.final[seat] === 1);
  return {
    ...about,
    players: view.places.map(({ name }) => name),
    won: first.some(({ seat }) => seat === view.seat),
    winners: view.result?.winner === null ? [] : first.map(({ name }) => name),
  };
}

export const newestFirst = (games: readonly Kept[]): Kept[] => [...games].sort((a, b) => b.ended - a.ended);

/** The games that must go so that the rest is within bounds. */
export function surplus(games: readonly Kept[]): Kept[] {
  let bytes = 0;
  return newestFirst(games).filter(({ size }, place) => {
    bytes += size;
    return place >= MOST_GAMES || bytes > MOST_BYTES;
  });
}

const ABOUT = "about";
const LOGS = "logs";

/** Where games are kept; every promise is refused where the browser forbids that. */
class Shelf {
  #base: Promise<IDBDatabase> | null = null;

  /** The kept games, the newest first. */
  async games(): Promise<Kept[]> {
    const store = (await this.#open()).transaction(ABOUT).objectStore(ABOUT);
    return newestFirst(await answer<Kept[]>(store.getAll()));
  }

  /** The log of a kept game, or null. */
  async log(game: string): Promise<Blob | null> {
    const store = (await this.#open()).transaction(LOGS).objectStore(LOGS);
    return (await answer<Blob | undefined>(store.get(game))) ?? null;
  }

  /** Keeps a game, in the place of what was kept of it before; its time stays. */
  async keep(about: Kept, log: Blob): Promise<void> {
    const games = await this.games();
    const known = games.find(({ game }) => game === about.game);
    const kept = { ...about, ended: known?.ended ?? about.ended };
    const both = (await this.#open()).transaction([ABOUT, LOGS], "readwrite");
    both.objectStore(ABOUT).put(kept);
    both.objectStore(LOGS).put(log, kept.game);
    for (const { game } of surplus([kept, ...games.filter((one) => one !== known)])) removeFrom(both, game);
    await done(both);
  }

  async remove(game: string): Promise<void> {
    const both = (await this.#open()).transaction([ABOUT, LOGS], "readwrite");
    removeFrom(both, game);
    await done(both);
  }

  #open(): Promise<IDBDatabase> {
    this.#base ??= opened().catch((fault: unknown) => {
      this.#base = null;
      throw fault;
    });
    return this.#base;
  }
}

function removeFrom(both: IDBTransaction, game: string): void {
  both.objectStore(ABOUT).delete(game);
  both.objectStore(LOGS).delete(game);
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open("ono", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ABOUT, { keyPath: "game" });
    request.result.createObjectStore(LOGS);
  };
  return answer(request);
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("refused"));
  });

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("refused"));
  });

export const shelf = new Shelf();
