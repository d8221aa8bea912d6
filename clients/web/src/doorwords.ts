/** Who may come into a room, and what those see who only watch, in sentences. */
import { LATER } from "./latertext";
import type { Door } from "./net/messages";

/** What differs from a private room that anybody with its code may enter and watch; empty where nothing does. */
export function doorLine({ public: open, locked, watch }: Door): string {
  const said = [...(open ? [`${LATER.door.public}.`] : []), ...(locked ? [`${LATER.door.locked}.`] : [])];
  return [...said, ...(watch === "live" ? [] : [LATER.door.watching[watch]])].join(" ");
}

/** Why who watches sees nothing new of a game; empty where all is seen as it goes. */
export const heldLine = (watch: Door["watch"]): string => (watch === "live" ? "" : LATER.door.held[watch]);
