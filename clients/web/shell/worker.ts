/**
 * What keeps the page here for when its server cannot be reached. It is of one build and knows that build's files: they
 * are kept at the start, and thrown away by the worker of a later build, which begins when no page of this one is left.
 * Whatever else a page asks for goes to the server as if there were no worker.
 */

/** The files of this build, and a name that no other build has: written by the build. */
declare const FILES: readonly string[];
declare const BUILD: string;
declare const self: ServiceWorkerGlobalScope;

/** So long the server may take to give its own page, which may be a newer one. */
const PATIENCE_MS = 4000;
const PAGE = "/";
const PAGES = /^\/$|^\/[rgt]\//;
const kept = new Set(FILES);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll([PAGE, ...FILES])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(request));
  else if (kept.has(pathname)) event.respondWith(file(request));
});

/** Who was called comes back to the table: to the page that is open, or to one that opens there. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(([open]) => open?.focus() ?? self.clients.openWindow(PAGE)),
  );
});

async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== BUILD);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  const own = await caches.open(BUILD).then((cache) => cache.match(PAGE));
  try {
    const fresh = await fetch(request.url, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
    return fresh.ok ? fresh : (own ?? fresh);
  } catch {
    return own ?? Response.error();
  }
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(BUILD);
  return (await cache.match(request)) ?? fetch(request);
}

export {};
