/** The page's side of the worker; it waits from the first on, so that a file can be examined without a connection. */
import type { Reported } from "./desk";
import type { Report } from "./examine";

export type Hear = (report: Report | { readonly kind: "unreadable"; readonly why: "broken" }) => void;

class Examiner {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  #jobs = 0;
  #broken = false;
  #hear: Hear = () => {};

  constructor() {
    this.#worker.addEventListener("message", ({ data: { job, report } }: MessageEvent<Reported>) => {
      if (job === this.#jobs) this.#hear(report);
    });
    this.#worker.addEventListener("error", () => {
      this.#broken = true;
      this.#hear({ kind: "unreadable", why: "broken" });
    });
  }

  /** Examines a file instead of the one at hand. */
  async examine(file: Blob, hear: Hear): Promise<void> {
    const job = ++this.#jobs;
    this.#hear = hear;
    if (this.#broken) return hear({ kind: "unreadable", why: "broken" });
    this.#worker.postMessage({ job, file: new Uint8Array(await file.arrayBuffer()) });
  }
}

export const examiner = new Examiner();
