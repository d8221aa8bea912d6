/**
 * What goes on beside a visit: it is said when the connection is back, and noted when a round is over; while a game of mine runs the screen stays on as
 * long as the page is looked at; and who asked for it is called by a notification when it is their turn and they look
 * elsewhere. The last two need an origin that the browser trusts.
 */
import { untrack } from "svelte";
import { LATER } from "../words/later";
import { TEXT } from "../words/table";
import { isMyTurn } from "../sentences";
import type { Game } from "./game.svelte";

/** The table goes on by itself after a round, in ms. */
const PAUSE_MS = 20_000;
const CALL_KEY = "ono.call";
/** A notification takes the place of the one before. */
const TAG = "ono-turn";
const ICON = "/icon-192.png";

type Calling = "on" | "off" | "denied";

class Caller {
  /** Whether one is called, and if not, whether it was the browser that said no. */
  state = $state<Calling>(this.#first());

  /** Where notifications would come from; null where the browser has none for pages. */
  get #worker(): ServiceWorkerContainer | null {
    return "Notification" in window ? ((navigator as Partial<Navigator>).serviceWorker ?? null) : null;
  }

  get possible(): boolean {
    return this.#worker !== null;
  }

  async flip(): Promise<void> {
    if (this.state === "on") this.state = "off";
    else this.state = (await Notification.requestPermission()) === "granted" ? "on" : "denied";
    localStorage.setItem(CALL_KEY, this.state);
  }

  async call(room: string): Promise<void> {
    const registration = this.state === "on" ? await this.#worker?.ready : null;
    await registration?.showNotification(TEXT.yourTurn, { body: LATER.device.called(room), icon: ICON, tag: TAG });
  }

  /** Takes the call back: it was heard, or came too late. */
  async hush(): Promise<void> {
    const registration = this.state === "on" ? await this.#worker?.ready : null;
    for (const shown of (await registration?.getNotifications({ tag: TAG })) ?? []) shown.close();
  }

  #first(): Calling {
    const wanted = localStorage.getItem(CALL_KEY) === "on" && this.possible;
    return wanted && Notification.permission === "granted" ? "on" : "off";
  }
}

export const caller = new Caller();

/** Keeps the screen on, and asks again when the browser let go, as it does with each page that is hidden. */
class Screen {
  #lock: WakeLockSentinel | null = null;

  async keep(wanted: boolean): Promise<void> {
    if (!wanted) {
      const held = this.#lock;
      this.#lock = null;
      await held?.release();
    } else if (this.#lock === null || this.#lock.released) {
      // A battery that runs low is a reason for the browser to say no.
      this.#lock = (await (navigator as Partial<Navigator>).wakeLock?.request("screen").catch(() => null)) ?? null;
    }
  }
}

/** Attends to a visit from now on. */
export function attend(game: Game): void {
  const screen = new Screen();
  let looking = $state(!document.hidden);
  document.addEventListener("visibilitychange", () => (looking = !document.hidden));
  $effect.root(() => {
    const over = $derived(game.table.view?.phase === "round-over");
    $effect(() => {
      if (over) game.nextRoundAt = performance.now() + PAUSE_MS;
    });
    let lost = false;
    $effect(() => {
      const { status } = game.table;
      if (lost && status === "open") untrack(() => game.stage.say(LATER.notice.back));
      lost = status === "lost" || (lost && status === "connecting");
    });
    $effect(() => {
      const running = game.screen === "table" || game.screen === "round";
      void screen.keep(running && game.table.seat !== null && looking);
    });
    const mine = $derived(game.table.view !== null && isMyTurn(game.table.view));
    $effect(() => {
      const { room } = game.table;
      const away = untrack(() => !looking);
      if (mine && away && room !== null) void caller.call(room);
    });
    $effect(() => {
      if (looking || !mine) void caller.hush();
    });
  });
}
