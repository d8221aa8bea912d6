/** One visit to tables: what is shown, what was begun, and how the store of the table and the stage go together. */
import { untrack } from "svelte";
import type { PlainMap } from "../fair/codec";
import type { Calls } from "../calls";
import { type ActInput, table } from "../net/table.svelte";
import { isMyTurn } from "../sentences";
import { play, withNotes } from "../sound/sounds";
import { language } from "../words/language";
import { PAGE } from "../words/page";
import { TEXT } from "../words/table";
import { offeredBy, roomOf } from "./address";
import { Feed } from "./feed";
import { hashOf, roomPath } from "./marks";
import type { Ask } from "./move.svelte";
import { type Plan, nextAct, rematch } from "./plan";
import { seatName, settings } from "./settings.svelte";
import { Stage, type StageHooks } from "./stage.svelte";
import { later } from "./wanted.svelte";

export type ScreenName = "home" | "past" | "tournament" | "door" | "join" | "lobby" | "table" | "round" | "winner";
export type SheetName = "menu" | "keys" | "rules" | "fairness" | "put-out" | "tables" | "emotes" | "take-over";

const OUTDATED = ["needs-newer", "version"];

class Game {
  readonly table = table;
  readonly stage: Stage;
  /** What lies over the screen. */
  sheet = $state<SheetName | null>(null);
  /** The secret of an identity that the address offered; it does not stay there. */
  offered = "";
  /** The rules to look for at public tables. */
  preset = "";
  /** Starts the flights of an event, while a table is on the screen. */
  move: StageHooks["move"] | null = null;
  /** The path of a game that is over, or of the list of them (replay/); empty elsewhere. */
  past = $state("");
  /** The path of a tournament (tournament/); empty elsewhere. */
  tournament = $state("");
  /** The log that was last brought here as a file; it is shown at `/g/file`. */
  file = $state.raw<File | null>(null);
  /** What was begun and is not done yet. */
  #plan = $state.raw<Plan | null>(null);
  /** True for somebody who came to look on. */
  #watching = $state(false);
  /** True while the table that was left is asked for. */
  #returning = false;
  /** True until the room that the address names is there, or something else is wanted. */
  #atDoor = $state(false);

  /** When the next round begins by itself at the latest, in ms of the page's clock. */
  nextRoundAt = $state(0);

  /** Who lets the table stand still; null while it goes on. */
  readonly pausedBy = $derived.by(() => later.piece?.pausedBy(table.log) ?? null);
  readonly busy = $derived(table.status === "connecting" || table.sending || this.#plan !== null);
  /** Whether cards will be on the table without another press. */
  readonly dealing = $derived(this.#plan?.deal === true);
  readonly refusal = $derived.by(() =>
    table.refusal ? (later.piece?.refusalText(table.refusal.code) ?? table.refusal.code) : "",
  );
  /** What went wrong with the connection or the room, in one sentence, once its words are there. */
  readonly trouble = $derived.by(() => {
    if (this.incomplete) return PAGE.broken;
    if (table.error) return later.piece?.errorText(table.error.code) ?? "";
    return table.status === "lost" ? TEXT.notice.lost : "";
  });
  readonly screen = $derived.by((): ScreenName => this.#screen());
  readonly title = $derived.by(() => {
    const { shown } = this.stage;
    if (this.screen === "table" && shown !== null && isMyTurn(shown)) return TEXT.yourTurn;
    return table.room === null ? PAGE.title : `${PAGE.title} ${table.room}`;
  });

  constructor() {
    this.stage = new Stage({
      pace: () => settings.pace,
      move: (moment) => this.move?.(moment),
      voice: () => later.piece,
    });
    const feed = new Feed(this.stage, (state) => table.viewOf(state));
    $effect.root(() => {
      $effect(() => this.#name());
      $effect(() => this.#carryOut());
      $effect(() => this.#remember());
      $effect(() => this.#inquire());
      $effect(() => {
        const { piece } = later;
        if (piece) untrack(() => this.#goOn(piece));
      });
      $effect(() => {
        const { log } = table;
        untrack(() => feed.take(log));
      });
    });
    this.travel();
  }

  /** Whether a part of the page did not come though the server is there: it has another version by now. */
  get incomplete(): boolean {
    return later.failed && table.status !== "lost";
  }

  /** Whether only loading the page again helps. */
  get outdated(): boolean {
    return this.incomplete || OUTDATED.includes(table.error?.code ?? "");
  }

  /** What my seat may do, once the screen shows what it is asked about. */
  get prompt(): typeof table.prompt {
    const { settled, shown } = this.stage;
    if (this.pausedBy !== null) return null;
    return settled && table.prompt?.step === shown?.step ? table.prompt : null;
  }

  /** What may be called or caught at the table, also while the screen is still behind it. */
  get calls(): Calls | undefined {
    return later.piece?.openCalls(table.view, this.pausedBy === null ? table.prompt : null);
  }

  get link(): string {
    return location.origin + roomPath(table.room ?? "", table.log);
  }

  readonly hashOf = (seat: number): string => hashOf(table.log, table.game, seat);

  /** Opens a table with these options, or finds a public one that waits, and carries out the plan there. */
  open(plan: Plan, options: PlainMap, way: "create" | "quick" = "create"): void {
    this.sheet = null;
    this.#plan = plan;
    this.#atDoor = false;
    table[way](options);
  }

  /** Shows the public tables. */
  browse(preset: string): void {
    this.preset = preset;
    this.sheet = "tables";
  }

  /** Goes to the room with this code; where the address names it too, to the very table that the address names. */
  enter(code: string): void {
    this.sheet = null;
    this.#watching = this.#atDoor = this.#returning = false;
    table.enter(code, roomOf(location.pathname) === code ? location.hash : "");
  }

  /** Goes back to the running table where a seat was left. */
  back(): void {
    this.#watching = this.#atDoor = false;
    this.#returning = true;
    table.enter(roomOf(settings.left) ?? "", settings.left);
  }

  sitDown(): void {
    table.join(seatName((table.view?.places ?? []).map(({ name }) => name)));
  }

  watch(): void {
    this.#watching = true;
  }

  ask(wanted: Ask): void {
    const { kind, ...fields } = wanted;
    table.act(kind, fields as ActInput<typeof kind>);
  }

  /** Host: the same people once more. */
  again(): void {
    if (table.view !== null) this.#plan = rematch(table.view);
    table.again();
  }

  leave(): void {
    this.sheet = this.#plan = null;
    this.#watching = this.#atDoor = false;
    table.leave();
    history.pushState(null, "", "/");
  }

  /** Goes to a page of this site. */
  go(path: string): void {
    history.pushState(null, "", path);
    this.travel();
  }

  /** Shows a log that came as a file. */
  show(file: File): void {
    this.file = file;
    this.go("/g/file");
  }

  /** Goes where the address says: at first, and with the browser's own buttons. Out of a room only the menu leads; back closes a sheet first. */
  travel(): void {
    const { pathname } = location;
    this.past = pathname.startsWith("/g/") ? pathname : "";
    this.tournament = pathname.startsWith("/t/") ? pathname : "";
    if (this.#beside) return;
    const room = roomOf(pathname);
    if (room === null && table.room === null) this.#heedOffer();
    if (room === table.room) return;
    if (room === null) {
      history.pushState(null, "", roomPath(table.room ?? "", table.log));
      this.sheet = this.sheet === null ? "menu" : null;
      return;
    }
    this.#atDoor = true;
    table.enter(room);
  }

  #heedOffer(): void {
    const offered = offeredBy(location.hash);
    if (offered === null) return;
    history.replaceState(null, "", location.pathname);
    this.offered = offered;
    this.sheet = "take-over";
  }

  /** Whether the address is that of no table. */
  get #beside(): boolean {
    return this.past !== "" || this.tournament !== "";
  }

  #screen(): ScreenName {
    const { view, log } = table;
    if (this.past !== "") return "past";
    if (this.tournament !== "") return "tournament";
    if (table.room === null || view === null || log.length === 0) {
      return this.#atDoor && this.trouble === "" ? "door" : "home";
    }
    if (view.phase === "lobby" && this.dealing) return "door";
    if (view.phase === "lobby") return view.seat !== null || this.#watching ? "lobby" : "join";
    const { shown, settled } = this.stage;
    if (shown === null) return "door";
    if (!settled || shown.result === null) return "table";
    return shown.phase === "round-over" ? "round" : shown.final.length > 0 ? "winner" : "table";
  }

  /** The address names the room one is in, so that a reload comes back to it. */
  #name(): void {
    if (this.#beside || table.room === null || table.log.length === 0 || roomOf(location.pathname) === table.room)
      return;
    history.pushState(null, "", roomPath(table.room, table.log));
  }

  /** Notes a table where this browser sits and cards lie, for the way back; forgets it when that game is over or gone. */
  #remember(): void {
    const { room, view, log, error } = table;
    const lost = error?.code === "no-such-room" || error?.code === "kicked";
    if (lost && (this.#returning || log.length > 0)) untrack(() => (settings.left = ""));
    if (room === null || view === null || view.seat === null || log.length === 0) return;
    const running = !["lobby", "over", "sealed"].includes(view.phase);
    untrack(() => (settings.left = running ? roomPath(room, log) : ""));
  }

  /** What the options in question mean is asked in the lobby, after each change, and wherever the rules are looked up. */
  readonly #questioned = $derived.by(() => {
    const { view, log, status } = table;
    if (view === null || log.length === 0 || status !== "open") return null;
    return view.phase === "lobby" || this.sheet === "rules" ? view.options : null;
  });

  #inquire(): void {
    const options = this.#questioned;
    if (options !== null) untrack(() => table.explain(options, language));
  }

  /** Carries out the plan, one act after another. */
  #carryOut(): void {
    const { view, log, sending, refusal, error } = table;
    if (error) this.#plan = null;
    if (this.#plan === null || view === null || sending || log.length === 0) return;
    const next = refusal ? null : nextAct(this.#plan, view);
    if (next === null) this.#plan = null;
    else if (next.kind === "join") this.sitDown();
    else if (next.kind === "add_bot") table.act("add_bot", { level: next.level, wanted: next.wanted });
    else if (next.kind === "start") table.act("start", {});
  }

  /** With what came later than the first table: checks, sounds, and the words for what has happened. */
  #goOn({ attend, endHints, heedEmotes, prover, schedule }: typeof import("./later")): void {
    withNotes(schedule);
    attend(this);
    heedEmotes(this);
    endHints(this);
    table.prove(prover);
    this.stage.tell();
    const { shown } = this.stage;
    if (shown !== null && isMyTurn(shown)) play("my-turn");
  }
}

export type { Game };
export const game = new Game();
