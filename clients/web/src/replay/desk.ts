/** The worker's side: takes files one at a time, a newer one instead of the one at hand. */
import type { Bytes } from "../fair/transcript";
import { type Report, examined } from "./examine";

/** A file to examine, and the number by which its reports are told from those of others. */
export interface Job {
  readonly job: number;
  readonly file: Bytes;
}

export interface Reported {
  readonly job: number;
  readonly report: Report;
}

/** What takes jobs; `rest` lets a newer one come in between. */
export function desk(post: (reported: Reported) => void, rest: () => Promise<void>): (job: Job) => Promise<void> {
  let newest = 0;
  return async ({ job, file }) => {
    newest = job;
    for (const report of examined(file)) {
      post({ job, report });
      await rest();
      if (job !== newest) return;
    }
  };
}
