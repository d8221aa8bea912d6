import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The gallery: every state of the table to look at and to measure. No part of what a server serves. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [svelte()],
  build: { target: "es2022", assetsInlineLimit: 0, emptyOutDir: true },
  server: { fs: { allow: ["..", "../../../tests/vectors"] } },
});
