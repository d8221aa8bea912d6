/** English, for all that comes later than the first table. */
export { kindName } from "./cards";
export { CHECKS, FAULTS, SCORES } from "./checks";
export { ERRORS, REFUSALS, unknownError, unknownRefusal } from "./errors";
export { ACTION_TEXT, LATER } from "./latertext";
export { REASONS, SHEETS } from "./sheets";
export { BANNERS, DEFAULTS, LINES } from "./telling";
