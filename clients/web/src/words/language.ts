/** The language of this page: chosen before anything is shown. English is part of the page, another is fetched. */
import type { Language } from "./languages";

const CODES: readonly Language[] = ["en", "fr"];

/** What was chosen in this browser, else what the browser asks for first. */
export const language: Language =
  [localStorage.getItem("ono.language"), ...navigator.languages]
    .flatMap((tag) => CODES.find((code) => tag?.startsWith(code)) ?? [])
    .at(0) ?? "en";

/** All words of another language; where they did not come, the page is there in English. */
export const words = language === "fr" ? import("./fr/all").catch(() => undefined) : undefined;

type Words = Awaited<typeof words>;

/** A piece of the page, once it speaks the language. */
export const worded = <P extends { readonly speak: (words: NonNullable<Words>) => void }>(
  piece: Promise<P>,
): Promise<P> =>
  Promise.all([piece, words]).then(([loaded, said]) => {
    if (said) loaded.speak(said);
    return loaded;
  });
