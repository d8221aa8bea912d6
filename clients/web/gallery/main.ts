import { flushSync, mount } from "svelte";
import Gallery from "./Gallery.svelte";
import { shown, type Wanted } from "./wanted.svelte";

declare global {
  interface Window {
    /** Shows another state of the table. */
    gallery: (wanted: Partial<Wanted>) => void;
  }
}

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
window.gallery = (wanted) => flushSync(() => shown.want(wanted));
shown.want(Object.fromEntries(new URLSearchParams(location.search)) as Partial<Wanted>);
export default mount(Gallery, { target });
