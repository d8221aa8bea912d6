/**
 * Cards are dragged out of the hand as well as tapped: released above it a card is played, anywhere else, or by Escape,
 * it goes back. One finger at a time; what was dragged is no tap besides.
 */

import type { Attachment } from "svelte/attachments";

/** How far a finger may tremble in a tap, in CSS pixels. */
const TREMBLE = 10;

interface Held {
  readonly card: HTMLElement;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  dragged: boolean;
}

/** Lets the cards of a hand, its elements with a `data-slot`, be dragged; for `{@attach …}`. */
export function draggable(play: (slot: number) => void): Attachment<HTMLElement> {
  return (hand) => {
    let held: Held | null = null;
    const ending = new AbortController();

    function on<K extends keyof HTMLElementEventMap>(kind: K, heed: (event: HTMLElementEventMap[K]) => void): void {
      hand.addEventListener(kind, heed, { signal: ending.signal, capture: kind === "click" });
    }

    function putBack(): void {
      if (held === null) return;
      held.card.style.translate = "";
      delete held.card.dataset["dragged"];
      held = null;
    }

    on("pointerdown", ({ target, pointerId: pointer, isPrimary, button, clientX: x, clientY: y }) => {
      const card = target instanceof Element ? target.closest<HTMLElement>("[data-slot]") : null;
      putBack();
      if (card && isPrimary && button === 0) held = { card, pointer, x, y, dragged: false };
    });
    on("pointermove", ({ pointerId, clientX, clientY }) => {
      if (held?.pointer !== pointerId) return;
      const [dx, dy] = [clientX - held.x, clientY - held.y];
      if (!held.dragged && Math.hypot(dx, dy) < TREMBLE) return;
      if (!held.dragged) hand.setPointerCapture(pointerId);
      held.dragged = true;
      held.card.dataset["dragged"] = "";
      held.card.style.translate = `${dx}px ${dy}px`;
    });
    on("pointerup", ({ pointerId, clientX, clientY }) => {
      if (held?.pointer !== pointerId) return;
      const { card, dragged } = held;
      const { top } = hand.getBoundingClientRect();
      const above = clientY < top && clientY >= 0 && clientX >= 0 && clientX <= innerWidth;
      if (dragged && above) play(Number(card.dataset["slot"]));
      if (dragged) swallowClick();
      putBack();
    });
    on("pointercancel", putBack);

    /** The browser reports a click after the drag, if at all, before the next task. */
    function swallowClick(): void {
      const swallow = (event: Event): void => event.stopPropagation();
      hand.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => hand.removeEventListener("click", swallow, { capture: true }));
    }

    const escape = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") putBack();
    };
    addEventListener("keydown", escape, { signal: ending.signal });
    return () => ending.abort();
  };
}
