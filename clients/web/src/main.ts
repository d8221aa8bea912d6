import { mount } from "svelte";
import App from "./App.svelte";
import { language, words } from "./words/language";
import { speak } from "./words/page";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

document.documentElement.lang = language;
const show = (): unknown => mount(App, { target });
if (words) words.then((said) => said && speak(said)).then(show);
else show();
