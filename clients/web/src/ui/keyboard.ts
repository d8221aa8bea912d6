/** The keys of a table, wherever on the page they are pressed: shortcuts, a catch, and the way into the hand. */
import { ACTIONS, type Action, type Command } from "../actions";
import type { View } from "../game/view";
import type { Prompt } from "../net/session";
import type { Move } from "./move.svelte";

/** A table as its keys know it. */
export interface Keyed {
  readonly view: View;
  readonly prompt: Prompt;
  readonly move: Move;
  /** Where the hand is found. */
  readonly root: Element;
  /** True while a sheet lies over the table. */
  readonly modal: boolean;
  readonly run: (command: Command) => void;
  /** The key that catches was held down. */
  readonly onhammer: () => void;
}

/** The action that a key press means now, if any; a shortcut of the browser never means one. */
export function actionFor(event: KeyboardEvent, view: View, prompt: Prompt): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const action = ACTIONS.find(({ key }) => key === event.key.toLowerCase());
  return action?.enabled(view, prompt) ? action : null;
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLInputElement;

/** A key was pressed. */
export function keyed(event: KeyboardEvent, table: Keyed): void {
  if (isTyping(event.target)) return;
  if (isCatching(event, table)) return catchByKey(event, table);
  if (table.modal) return;
  if (event.key.startsWith("Arrow") && document.activeElement === document.body) return enterHand(event, table);
  const action = actionFor(event, table.view, table.prompt);
  if (!action) return;
  event.preventDefault();
  table.run(action.command(table.view, table.prompt));
}

function isCatching({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, { modal, prompt, move }: Keyed): boolean {
  const plain = key.toLowerCase() === "g" && !ctrlKey && !metaKey && !altKey;
  return plain && (!modal || prompt.catches.length > 0) && !picksColour(move);
}

/** In the sheets that pick a colour the same key is Green. */
const picksColour = ({ question, isWild }: Move): boolean =>
  ["colour", "starter"].includes(question ?? "") || (question === "swap" && isWild);

function catchByKey(event: KeyboardEvent, { run, onhammer }: Keyed): void {
  event.preventDefault();
  if (event.repeat) onhammer();
  else run({ screen: "catch" });
}

/** An arrow key that nothing else wants goes to the hand. */
function enterHand(event: KeyboardEvent, { root }: Keyed): void {
  event.preventDefault();
  root.querySelector<HTMLElement>('.hand [tabindex="0"]')?.focus();
}
