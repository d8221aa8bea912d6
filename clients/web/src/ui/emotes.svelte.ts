/** What players show each other: for how long it is seen, whose is not wanted, and how often one may. Kept in this browser. */
import { untrack } from "svelte";
import type { Place, View } from "../game/view";
import { LATER } from "../words/later";
import type { Emoted, Emotion } from "../net/messages";
import type { Game } from "./game.svelte";

/** How long one is seen, in ms. */
const SHOWN_MS = 2500;
/** What the table takes of one connection: so many at once, and one more in so many ms (protocol.md 10). */
const AT_ONCE = 3;
const ANOTHER_MS = 4000;
const KEY = "ono.muted-emotes";
/** In place of players: nobody's are wanted. */
const ALL = "all";

export interface Sender {
  /** Its key in hex, by which it is known at other tables too. */
  readonly hash: string;
  readonly name: string;
  readonly mine: boolean;
}

class Emotes {
  /** What is seen now, by seat. */
  shown = $state.raw<ReadonlyMap<number, Emotion>>(new Map());
  /** The newest of them in words. */
  said = $state("");
  /** Whether the table would take no more of mine for a moment. */
  spent = $state(false);
  #muted = $state.raw<ReadonlySet<string>>(new Set(localStorage.getItem(KEY)?.split(" ")));
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #sent = 0;

  /** Somebody shows something. */
  take({ seat, what }: Emoted, { hash, name, mine }: Sender): void {
    if (!mine && (this.isMuted() || this.isMuted(hash))) return;
    this.shown = new Map(this.shown).set(seat, what);
    this.said = LATER.emotes.shows(mine ? LATER.emotes.you : name, LATER.emotes.words[what]);
    clearTimeout(this.#timers.get(seat));
    this.#timers.set(
      seat,
      setTimeout(() => this.#hide(seat), SHOWN_MS),
    );
  }

  #hide(seat: number): void {
    const left = new Map(this.shown);
    left.delete(seat);
    this.shown = left;
    if (left.size === 0) this.said = "";
  }

  /** One of mine is sent. */
  send(): void {
    this.#count(1);
    setTimeout(() => this.#count(-1), ANOTHER_MS * this.#sent);
  }

  #count(more: number): void {
    this.#sent += more;
    this.spent = this.#sent >= AT_ONCE;
  }

  /** Whether those of a player, or of all, are not wanted. */
  isMuted(hash = ALL): boolean {
    return this.#muted.has(hash);
  }

  /** From now on they are not wanted, or wanted again. */
  mute(on: boolean, hash = ALL): void {
    const muted = new Set(this.#muted);
    if (on) muted.add(hash);
    else muted.delete(hash);
    this.#muted = muted;
    localStorage.setItem(KEY, [...muted].join(" "));
  }
}

export const emotes = new Emotes();

/** The other people at the table. */
export function peopleOf(view: View | null): Place[] {
  const { places, seat } = view ?? { places: [], seat: null };
  return places.filter((place) => place.kind === "human" && !place.gone && place.seat !== seat);
}

/** From now on shows what players of this game's table show each other. */
export function heedEmotes({ table, hashOf }: Game): void {
  const heed = (emoted: Emoted): void => {
    const name = table.view?.places.find(({ seat }) => seat === emoted.seat)?.name ?? "";
    emotes.take(emoted, { hash: hashOf(emoted.seat), name, mine: emoted.seat === table.seat });
  };
  $effect.root(() => {
    $effect(() => {
      const { emoted } = table;
      if (emoted) untrack(() => heed(emoted));
    });
  });
}
