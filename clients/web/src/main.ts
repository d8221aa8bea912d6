import { mount } from "svelte";
import App from "./App.svelte";
import { language, words } from "./words/language";
import { speak } from "./words/page";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

// Only where the page's origin allows it; without it all goes on as well, as long as there is a connection.
void (navigator as Partial<Navigator>).serviceWorker?.register("/sw.js").catch(() => undefined);

document.documentElement.lang = language;
const show = (): unknown => mount(App, { target });
if (words) words.then((said) => said && speak(said)).then(show);
else show();
