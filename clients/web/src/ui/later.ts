/** Screens and sheets that the way to the first table does not need: they come in one piece when the first of them is wanted. */
export { default as ColourPicker } from "../look/ColourPicker.svelte";
export { default as Bluff } from "./Bluff.svelte";
export { default as Challenge } from "./Challenge.svelte";
export { default as Fairness } from "./Fairness.svelte";
export { default as Join } from "./Join.svelte";
export { default as Keys } from "./Keys.svelte";
export { default as Lobby } from "./Lobby.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as Winner } from "./Winner.svelte";
