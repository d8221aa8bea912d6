/** The mark for the browser's tab, as an address: the page's policy allows pictures that are written out. */
import { logoPaths } from "../look/logo";

const INK = "#0b171b";
const BONE = "#f8f2e6";

const drawing =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -69 198 198" stroke-linecap="round" stroke-linejoin="round">` +
  `<rect x="-14" y="-69" width="198" height="198" rx="44" fill="${INK}"/>${logoPaths(BONE, INK)}</svg>`;

export const ICON = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
