/** Games that are over, in one piece: it comes when the first of them is wanted. */
import "../ui/later";
export { speak } from "../words/later";
export { default as Past } from "./Past.svelte";
