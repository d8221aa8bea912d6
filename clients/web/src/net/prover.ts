/** What checks a log, and what follows from it: later than the first table. */
export { Duties } from "./duties";
export { Proofs } from "./proofs";
