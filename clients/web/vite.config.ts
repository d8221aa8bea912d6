import { shell } from "./shell/plugin.ts";
import { settled } from "./shell/settled.ts";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `ono serve` listens while `npm run dev` serves the page. */
const server = process.env["ONO_SERVER"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), shell(), settled()],
  // Component tests must load Svelte's browser build; Node's own condition would pick the server one.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    target: "es2022",
    // The server's Content-Security-Policy forbids data: fonts and inline scripts, so every asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What comes later never splits what comes before it: each piece takes along what no earlier one has.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "index", test: /src\/main\.ts$/, priority: 3 },
            { name: "room", test: /src\/ui\/room\.ts$/, priority: 2 },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    proxy: { "/ws": { target: server, ws: true }, "/rooms": server, "/logs": server },
    fs: { allow: [".", "../../tests/vectors"] },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
  },
});
