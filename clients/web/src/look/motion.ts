/** Movement: transform and opacity only, and none at all for those who asked for less of it. */

export const OUT = "cubic-bezier(.16,.84,.3,1)";
export const IN_OUT = "cubic-bezier(.6,0,.25,1)";

/** Milliseconds, at normal speed. */
export const MS = { quick: 160, card: 260, big: 480, gap: 600 } as const;

/** True when nothing may move. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Runs an animation to its end; returns at once, with the end state shown, when nothing may move. */
export async function animate(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
  if (isStill()) return;
  await node.animate(frames, options).finished.catch(() => undefined);
}
