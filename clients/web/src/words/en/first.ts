/** English, as far as the first table needs it. */
export { COLOUR_NAMES, faceName } from "./cards";
export { PROMPT } from "./prompt";
export { PRESETS, TEXT } from "./text";
