/** Makes the page one that can be installed: manifest, icons drawn from the logo, and a worker that knows this build's files. */
import { createHash } from "node:crypto";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { CUT, INK, ROUND, iconDrawing } from "../src/look/icon.ts";
import { PAGE } from "../src/words/en/page.ts";
import { painted } from "./painting.ts";

const WORKER = "sw";

const MANIFEST = {
  id: "/",
  name: PAGE.title,
  short_name: PAGE.title,
  description: PAGE.claim,
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: INK,
  theme_color: INK,
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-cut-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

const files = (): Readonly<Record<string, string | Buffer>> => ({
  "manifest.webmanifest": JSON.stringify(MANIFEST),
  "icon.svg": iconDrawing(ROUND),
  "icon-192.png": painted(192, ROUND),
  "icon-512.png": painted(512, ROUND),
  "icon-cut-512.png": painted(512, CUT),
  "icon-touch-180.png": painted(180, CUT),
});

const link = (rel: string, href: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel, href },
  injectTo: "head",
});

export function shell(): Plugin {
  return {
    name: "ono-shell",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: "index.html", [WORKER]: "shell/worker.ts" },
          output: { entryFileNames: ({ name }) => (name === WORKER ? `${WORKER}.js` : "assets/[name]-[hash].js") },
        },
      },
    }),
    transformIndexHtml: () => [
      link("manifest", "/manifest.webmanifest"),
      link("icon", "/icon.svg"),
      link("apple-touch-icon", "/icon-touch-180.png"),
      { tag: "meta", attrs: { name: "theme-color", content: INK }, injectTo: "head" },
    ],
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle[`${WORKER}.js`];
        if (worker?.type !== "chunk") throw new Error("a worker expected");
        for (const [fileName, source] of Object.entries(files())) this.emitFile({ type: "asset", fileName, source });
        const kept = Object.keys(bundle).filter((name) => name !== worker.fileName && name !== "index.html");
        const all = JSON.stringify([...kept.map((name) => `/${name}`), ...KEPT].sort());
        const hash = createHash("sha256").update(worker.code);
        for (const one of Object.values(bundle))
          hash.update(one.fileName).update(one.type === "asset" ? one.source : "");
        worker.code = `const FILES=${all},BUILD="ono-${hash.digest("hex").slice(0, 16)}";\n${worker.code}`;
      },
    },
  };
}

/** What the page shows of the files that have no hash in their names. */
const KEPT = ["/icon.svg", "/icon-192.png", "/manifest.webmanifest"];
