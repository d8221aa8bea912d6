/** Movement: transform and opacity only, and none at all for those who asked for less of it. */

export const OUT = "cubic-bezier(.16,.84,.3,1)";
export const IN_OUT = "cubic-bezier(.6,0,.25,1)";

/** Milliseconds, at normal speed. */
export const MS = { quick: 160, card: 260, big: 480, gap: 600 } as const;

/** How long everything takes against normal speed. */
let pace = 1;
const running = new Set<Animation>();

/** Sets how long everything takes against normal speed; at 0 nothing moves. */
export function setPace(value: number): void {
  pace = value;
  document.documentElement.style.setProperty("--pace", String(value));
}

/** True when nothing may move. */
export function isStill(): boolean {
  return pace === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Runs an animation to its end; returns at once, with the end state shown, when nothing may move. */
export async function animate(
  node: Element,
  frames: Keyframe[] | PropertyIndexedKeyframes,
  { duration, delay = 0, ...options }: KeyframeAnimationOptions & { duration: number },
): Promise<void> {
  if (isStill()) return;
  const animation = node.animate(frames, { ...options, duration: duration * pace, delay: delay * pace });
  running.add(animation);
  await animation.finished.catch(() => undefined);
  running.delete(animation);
}

/** Whatever moves is at its end at once. */
export function rest(): void {
  for (const animation of running) animation.finish();
}
