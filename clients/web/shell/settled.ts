/** Leaves out of the build what Svelte keeps for pages that take up server-made markup or mix in older components. */
import type { Plugin } from "vite";

/** The modules that hold Svelte's switches; each is off at first, and nothing in this page turns one on. */
const SWITCHES = /svelte\/src\/internal\/(flags\/index|client\/dom\/hydration)\.js$/;

export function settled(): Plugin {
  return {
    name: "ono-settled",
    apply: "build",
    config: () => ({ build: { rolldownOptions: { treeshake: { manualPureFunctions: ["$.reset", "$.next"] } } } }),
    transform: {
      filter: { id: SWITCHES },
      handler(code) {
        const names = [...code.matchAll(/^export let (\w+) = false;/gm)].map(([, name]) => name);
        if (names.length === 0) throw new Error("switches of Svelte that are off at first expected");
        const turning = new RegExp(`^\\s*(${names.join("|")}) = .*;`, "gm");
        return code.replace(/^export let (\w+) = false;/gm, "export const $1 = false;").replace(turning, "");
      },
    },
  };
}
