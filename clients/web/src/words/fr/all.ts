/** Le français, en un seul morceau. */
export { COLOUR_NAMES, faceName, kindName } from "./cards";
export { CHECKS, FAULTS, SCORES } from "./checks";
export { ERRORS, REFUSALS, unknownError, unknownRefusal } from "./errors";
export { ACTION_TEXT, LATER } from "./latertext";
export { PAGE, PRESETS } from "./page";
export { PROMPT } from "./prompt";
export { REASONS, SHEETS } from "./sheets";
export { BANNERS, DEFAULTS, LINES } from "./telling";
export { TEXT } from "./text";
export { TOURNAMENT } from "./tournament";
