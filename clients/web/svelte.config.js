import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Four letters tell sixty components apart, and what cannot be compressed costs each page that loads.
    cssHash: ({ hash, filename, css }) => `s${hash(filename === "(unknown)" ? css : filename).slice(0, 4)}`,
  },
};
