/** What a person sets for this browser: kept in it, never sent. */
import { setPace } from "../look/motion";
import { isMuted, setMuted } from "../sound/sounds";

export type Speed = "slow" | "normal" | "fast" | "off";
export type TableLook = "dark" | "light";
export type Sort = "colour" | "number" | "dealt";

export const SPEEDS = ["slow", "normal", "fast", "off"] as const satisfies readonly Speed[];
export const TABLES = ["dark", "light"] as const satisfies readonly TableLook[];
export const SORT_ORDER = ["colour", "number", "dealt"] as const satisfies readonly Sort[];

/** How long things take against normal speed. */
const PACE: Readonly<Record<Speed, number>> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** Names for a person who gives none. */
const GUESTS = ["Sol", "Robin", "Kit", "Remy", "Noa", "Ari", "Quinn", "Sasha"] as const;

function read<T extends string>(key: string, allowed: readonly T[], usual: T): T {
  const kept = localStorage.getItem(`ono.${key}`);
  return allowed.find((value) => value === kept) ?? usual;
}

const keep = (key: string, value: string): void => localStorage.setItem(`ono.${key}`, value);

function guest(): string {
  return GUESTS[Math.floor(Math.random() * GUESTS.length)] ?? GUESTS[0];
}

class Settings {
  #muted = $state(isMuted());
  #speed = $state<Speed>(read("speed", SPEEDS, "normal"));
  #table = $state<TableLook>(read("table", TABLES, "dark"));
  #sort = $state<Sort>(read("sort", SORT_ORDER, "colour"));
  #name = $state(localStorage.getItem("ono.name") ?? guest());
  #twice = $state(localStorage.getItem("ono.twice") === "1");
  #left = $state(localStorage.getItem("ono.left") ?? "");

  constructor() {
    setPace(this.pace);
  }

  get muted(): boolean {
    return this.#muted;
  }
  set muted(value: boolean) {
    this.#muted = value;
    setMuted(value);
  }
  get speed(): Speed {
    return this.#speed;
  }
  set speed(value: Speed) {
    this.#speed = value;
    keep("speed", value);
    setPace(this.pace);
  }
  get table(): TableLook {
    return this.#table;
  }
  set table(value: TableLook) {
    this.#table = value;
    keep("table", value);
  }
  get sort(): Sort {
    return this.#sort;
  }
  set sort(value: Sort) {
    this.#sort = value;
    keep("sort", value);
  }
  /** The name to sit down with; a friendly one where none was given. */
  get name(): string {
    return this.#name;
  }
  set name(value: string) {
    this.#name = value;
    keep("name", value);
  }
  /** The address of the running table where this browser holds a seat, to find back there; empty without one. */
  get left(): string {
    return this.#left;
  }
  set left(value: string) {
    if (value !== this.#left) keep("left", value);
    this.#left = value;
  }
  /** Whether a card is played by its second press only. */
  get twice(): boolean {
    return this.#twice;
  }
  set twice(value: boolean) {
    this.#twice = value;
    keep("twice", value ? "1" : "");
  }
  get pace(): number {
    return PACE[this.#speed];
  }
}

export const settings = new Settings();

/** The name as it may be sent, kept for the next visit; one that was only suggested gives way to those at the table. */
export function seatName(taken: readonly string[]): string {
  const name = settings.name.trim() || guest();
  const suggested: readonly string[] = taken.includes(name) ? GUESTS : [];
  const free = suggested.includes(name) ? suggested.find((other) => !taken.includes(other)) : name;
  return (settings.name = free ?? name);
}
