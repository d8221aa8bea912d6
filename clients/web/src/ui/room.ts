/** Everything behind the first page, in one piece: it is on its way while a person reads that page. */
export { speak } from "../words/table";
export { default as Room } from "./Room.svelte";
export { reaches } from "../net/reach";
export { game } from "./game.svelte";
