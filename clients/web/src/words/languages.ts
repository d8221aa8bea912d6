/** The languages to choose from, each by its own name. */
export const LANGUAGES = { en: "English", fr: "Français" };
export type Language = keyof typeof LANGUAGES;

/** Keeps the choice, and begins the page anew: a running game is found again by its address. */
export function choose(next: Language): void {
  localStorage.setItem("ono.language", next);
  location.reload();
}
