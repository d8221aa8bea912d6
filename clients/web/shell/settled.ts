/**
 * Leaves out of the build what Svelte keeps for other pages: those that take up server-made markup, mix in older
 * components, or hold deep state. Here none of its switches is ever turned, and all state is plain or `$state.raw`.
 */
import type { Plugin } from "vite";

const SWITCHES = /svelte\/src\/internal\/(flags\/index|client\/dom\/hydration)\.js$/;
const PROXY = /svelte\/src\/internal\/client\/proxy\.js$/;
const NO_PROXY = "export const proxy = (value) => value, get_proxied_value = proxy, is = Object.is;";

export function settled(): Plugin {
  return {
    name: "ono-settled",
    apply: "build",
    config: () => ({ build: { rolldownOptions: { treeshake: { manualPureFunctions: ["$.reset", "$.next"] } } } }),
    transform: {
      filter: { id: [SWITCHES, PROXY] },
      handler: (code, id) => (PROXY.test(id) ? NO_PROXY : constant(code)),
    },
  };
}

/** A module with its switches, which are off at first, as constants. */
function constant(code: string): string {
  const names = [...code.matchAll(/^export let (\w+) = false;/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error("switches of Svelte that are off at first expected");
  const turning = new RegExp(`^\\s*(${names.join("|")}) = .*;`, "gm");
  return code.replace(/^export let (\w+) = false;/gm, "export const $1 = false;").replace(turning, "");
}
