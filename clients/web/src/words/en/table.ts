/** English, as the table needs it. */
export { COLOUR_NAMES } from "./cards";
export { PROMPT } from "./prompt";
export { TEXT } from "./text";
