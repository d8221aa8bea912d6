/** One log that is looked at: where one is in it, through whose eyes, and what its checks have found. */
import type { View } from "../game/view";
import { LogFault } from "../game/faults";
import type { CardsVerdict } from "../net/proofs";
import type { LogLine } from "../net/table.svelte";
import { lineOf } from "../telling";
import { momentsOf } from "../ui/feed";
import { settings } from "../ui/settings.svelte";
import { type Line, faceOf } from "../ui/stage.svelte";
import type { Report } from "./examine";
import { actionsOf, beginning, nextOf, turnsOf } from "./places";
import { type Eyes, Seen, isOpen } from "./seen";

/** How long an entry stands while the replay plays, in ms at normal speed, and at least. */
const STANDS_MS = 1400;
const LEAST_MS = 150;

export class Replay {
  /** The id of the game in hex. */
  readonly game: string;
  /** The file ends inside an entry. */
  readonly torn: boolean;
  readonly #lines: readonly LogLine[];
  verdict = $state.raw<CardsVerdict | null>(null);
  /** How many of the checks that wait are done. */
  checked = $state.raw({ done: 0, of: 0 });
  playing = $state(false);
  /** Through whose eyes the table is wanted to be seen. */
  wanted = $state<Eyes>(null);
  #at = $state(0);
  #faces = $state.raw<ReadonlyMap<number, number>>(new Map());
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The entries that stand: those before the first bad one. */
  readonly lines = $derived.by(() => this.#lines.slice(0, this.verdict?.fault?.index ?? undefined));
  readonly last = $derived(this.lines.length - 1);
  readonly at = $derived(Math.max(0, Math.min(this.#at, this.last)));
  readonly turns = $derived(turnsOf(this.lines));
  readonly actions = $derived(actionsOf(this.lines));
  /** The state after this entry. */
  readonly state = $derived.by(() => (this.lines[this.at] ?? this.#lines[0]!).after);
  /** Whether the log opens the hands that are held now. */
  readonly mayOpen = $derived(isOpen(this.state, this.#faces));
  readonly eyes = $derived(this.mayOpen ? this.wanted : null);
  readonly #seen = $derived(new Seen(this.lines, this.#faces, this.eyes));
  readonly view = $derived.by((): View => this.#seen.at(this.at, this.state));
  /** What happened in each entry, as these eyes saw it; no text where nothing needs words. */
  readonly told = $derived.by(() => this.lines.map((line) => this.#tell(line)));

  constructor({ game, lines, torn }: Extract<Report, { kind: "read" }>, hash: string) {
    this.game = game;
    this.torn = torn;
    this.#lines = lines;
    this.#at = beginning(lines, hash);
  }

  hear(report: Report): void {
    if (report.kind === "checked") this.checked = report;
    if (report.kind !== "judged") return;
    const { fault, ...verdict } = report.verdict;
    this.verdict = { ...verdict, fault: fault && new LogFault(fault.code, fault.detail, fault.index) };
    this.#faces = report.faces;
  }

  /** The seats of the game by their names. */
  get players(): readonly { readonly seat: number; readonly name: string }[] {
    const { seats } = this.#lines.at(-1)!.after;
    return seats.flatMap((sitter, seat) => (sitter ? [{ seat, name: sitter.name }] : []));
  }

  go(to: number): void {
    this.stop();
    this.#at = Math.max(0, Math.min(to, this.last));
  }

  step(by: 1 | -1): void {
    this.go(this.at + by);
  }

  turn(by: 1 | -1): void {
    this.go(nextOf(this.turns, this.at, by, this.last));
  }

  /** Opens all hands, or closes them again. */
  openAll(): void {
    this.wanted = this.eyes === "all" ? null : "all";
  }

  /** Plays on, from the beginning where it is at its end; or stops. */
  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.#at = 0;
    this.playing = true;
    this.#advance();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** To the next entry that has something to tell. */
  #advance(): void {
    const next = this.told.find(({ id, text }) => id > this.at && text !== "")?.id ?? this.last;
    this.#at = next;
    if (next === this.last) return this.stop();
    this.#timer = setTimeout(() => this.#advance(), Math.max(LEAST_MS, STANDS_MS * settings.pace));
  }

  #tell(line: LogLine): Line {
    const moments = momentsOf(line, (state) => this.#seen.at(line.index, state));
    const text = moments.flatMap((moment) => lineOf(moment) ?? []).join(" ");
    const face = moments.map(({ event, after }) => faceOf(event, after)).find((one) => one !== null) ?? null;
    return { id: line.index, text, face };
  }
}
