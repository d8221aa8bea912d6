/** A network of the imagination: sockets that lead to a scripted table, and may go dead or silent. */
import { vi } from "vitest";
import type { Bytes } from "../fair/transcript";
import type { ScriptedTable } from "./scripted";

/** What of `WebSocket` and `fetch` is used, with the table behind it. Messages arrive in the next task, as on a real wire. */
export class Wire {
  /** Every socket that was opened, oldest first. */
  readonly sockets: Socket[] = [];
  /** How many plain requests were made. */
  requests = 0;
  /** `silent`: nothing arrives any more, and nobody says so. `down`: no connection can be made. */
  weather: "fair" | "silent" | "down" = "fair";
  /** Whether the server takes no socket though it can be reached. */
  refuses = false;
  readonly table: ScriptedTable;

  constructor(table: ScriptedTable) {
    this.table = table;
    const sockets = this.sockets;
    const wire = (): Wire => this;
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => this.#fetch(signal));
    vi.stubGlobal(
      "WebSocket",
      class extends Socket {
        constructor() {
          super(wire());
          sockets.push(this);
        }
      },
    );
  }

  #fetch(signal: AbortSignal): Promise<unknown> {
    this.requests++;
    if (this.weather === "fair") return Promise.resolve();
    if (this.weather === "down") return Promise.reject(new TypeError("down"));
    return new Promise((_, give) => signal.addEventListener("abort", () => give(new Error("silent"))));
  }

  /** The table, or the network, ends the newest connection. */
  cut(): void {
    this.sockets.at(-1)!.cut();
  }
}

export class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
    setTimeout(() => this.#arrive());
  }

  #arrive(): void {
    if (this.#wire.weather === "down" || this.#wire.refuses) return this.cut();
    if (this.#wire.weather === "silent") return;
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  send(message: Bytes): void {
    if (this.#wire.weather !== "fair") return;
    for (const raw of this.#wire.table.receive(message)) setTimeout(() => this.hear(raw));
  }

  hear(raw: Bytes): void {
    if (this.readyState === Socket.OPEN) this.onmessage?.({ data: new Uint8Array(raw).buffer });
  }

  close(): void {
    this.readyState = 3;
  }

  cut(): void {
    this.close();
    this.onclose?.();
  }
}
