/** What can be wrong with a log: nobody's rules were broken, somebody's protocol was. */

/** The log is not valid. `code` is one of log.md 11, `index` the entry, null while that is not known. */
export class LogFault extends Error {
  readonly code: string;
  readonly detail: string;
  readonly index: number | null;

  constructor(code: string, detail: string, index: number | null = null) {
    super(index === null ? `${code}: ${detail}` : `entry ${index}: ${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.index = index;
  }
}

/** The log holds something that a newer version wrote: nobody is to blame, and this client stops there. */
export class NeedsNewer extends Error {}

/** What `work` gives; a LogFault from it names this entry. */
export function atEntry<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof LogFault && fault.index === null) throw new LogFault(fault.code, fault.detail, index);
    throw fault;
  }
}
