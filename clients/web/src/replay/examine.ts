/**
 * A whole log read, folded and checked, report by report: first the table at each entry, then how far the checks are,
 * then the verdict. Reports are plain, for they come from a worker.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Bytes } from "../fair/transcript";
import { LogFault, NeedsNewer } from "../game/faults";
import { gameId, readEntry } from "../net/entry";
import { unfiled } from "../net/file";
import { Follower, type Step } from "../net/log";
import { type CardsVerdict, Proofs } from "../net/proofs";
import type { LogLine } from "../net/table.svelte";

/** A LogFault as it goes from one thread to another. */
export type PlainFault = Pick<LogFault, "code" | "detail" | "index">;

export type Report =
  | { readonly kind: "read"; readonly game: string; readonly lines: readonly LogLine[]; readonly torn: boolean }
  | { readonly kind: "checked"; readonly done: number; readonly of: number }
  | {
      readonly kind: "judged";
      readonly verdict: Omit<CardsVerdict, "fault"> & { readonly fault: PlainFault | null };
      /** The cards that the log opens: slot -> card. */
      readonly faces: ReadonlyMap<number, number>;
    }
  | { readonly kind: "unreadable"; readonly why: "no-log" | "bad-form" | "needs-newer" };

/** Checks between two reports. */
const CHECKS = 16;

interface Followed {
  readonly game: Bytes;
  readonly table: Bytes;
  readonly steps: readonly Step[];
  readonly fault: LogFault | null;
}

export function* examined(file: Bytes): Generator<Report> {
  const log = unfiled(file);
  if (log === null || log.raws.length === 0) return yield { kind: "unreadable", why: "no-log" };
  const found = attempt(() => followed(log.raws));
  if (typeof found === "string") return yield { kind: "unreadable", why: found };
  const { game, table, steps, fault } = found;
  const lines = steps.map(({ entry: { index, events, papers }, before, after }) => {
    // Of the papers only what a line tells of: the others are many, and this goes from a worker to the page.
    const told = papers.filter(({ kind }) => kind === "reveals");
    return { index, events, papers: told, before, after, catchUp: true };
  });
  yield { kind: "read", game: bytesToHex(game), lines, torn: log.torn };
  yield* judged(new Proofs(game, table, null), steps, fault ?? log.fault);
}

function* judged(proofs: Proofs, steps: readonly Step[], fault: LogFault | null): Generator<Report> {
  proofs.take(steps.map((step) => ({ step, reader: null })));
  if (fault) proofs.fail(fault);
  const of = proofs.waiting;
  for (let done = 0; proofs.waiting > 0; done++) {
    if (done % CHECKS === 0) yield { kind: "checked", done, of };
    proofs.checkOne();
  }
  const { verdict, cards } = proofs;
  const found = verdict.fault;
  yield {
    kind: "judged",
    verdict: { ...verdict, fault: found && { code: found.code, detail: found.detail, index: found.index } },
    faces: cards.faces,
  };
}

/** What `work` gives, or why a log cannot be read at all. */
function attempt<T>(work: () => T): T | "bad-form" | "needs-newer" {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof NeedsNewer) return "needs-newer";
    if (fault instanceof LogFault) return "bad-form";
    throw fault;
  }
}

/** Follows a log up to its first bad entry. */
function followed(raws: readonly Bytes[]): Followed {
  const { body, events } = readEntry(raws[0]!);
  const [opened] = events;
  if (opened?.kind !== "log-opened") throw new LogFault("bad-form", "log-opened expected", 0);
  const [game, table] = [gameId(body), opened.table];
  let first: LogFault | null = null;
  for (let end = raws.length; end > 0;) {
    try {
      return { game, table, steps: new Follower(game, table, { head: null }).follow(raws.slice(0, end)), fault: first };
    } catch (fault) {
      if (!(fault instanceof LogFault)) throw fault;
      first ??= fault;
      end = Math.min(end - 1, fault.index ?? 0);
    }
  }
  throw first!;
}
