/** What checks a log, and what follows from it: in one piece, as it comes later than the first table. */
import { Duties } from "./duties";
import { Proofs } from "./proofs";

export const prover = { Duties, Proofs };
