/** Screens and sheets that the way to the first table does not need: they come in one piece when the first of them is wanted. */
export { default as Known } from "./Known.svelte";
export { default as Questions } from "./Questions.svelte";
export { default as Screens } from "./Screens.svelte";
export { default as Sheets } from "./Sheets.svelte";
export { errorText } from "../errors";
export { illegalWords, refusalText } from "../refusals";
export { bannerOf, defaultOf, lineOf, shownTo } from "../telling";
export { default as CallRow } from "./CallRow.svelte";
export { default as Catch } from "./Catch.svelte";
export { default as OwedToken } from "../look/OwedToken.svelte";
export { flightsOf } from "./flights";
export { soundOf } from "./noises";
export { default as Side } from "./Side.svelte";
export { default as Banner } from "../look/Banner.svelte";
export { default as Flights } from "../look/Flights.svelte";
export { verdictLine } from "../proof";
export { spotsIn } from "./spots";
export { Countdown } from "./countdown.svelte";
