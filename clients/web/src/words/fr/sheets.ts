/** Ce qui est dit avant d’agir : contester, bluffer, ou une carte qui ne peut pas être jouée. */
import type { Later } from "../later";
import { COLOUR_NAMES, count, faceName, fitting, listed } from "./cards";

const cardOf = (face: string | null): string => (face === null ? "Cette carte" : faceName(face));
const low = (colour: keyof typeof COLOUR_NAMES): string => COLOUR_NAMES[colour].toLowerCase();

export const REASONS: Later["REASONS"] = {
  "does-not-fit": ({ colour, top }) =>
    `Il faut ${listed([...fitting(colour, top), "un joker"], "ou")}. Les cartes levées conviennent.`,
  "only-the-drawn-card": () => "Après avoir pioché, seule la carte piochée peut être jouée.",
  "cannot-answer": ({ debt }) => `Elle ne répond pas au +${debt?.total ?? 0}. Les cartes levées, oui.`,
  "no-bluffing": ({ colour }) =>
    `Vous avez encore ${colour === null ? "la couleur en jeu" : `du ${low(colour)}`} : pas de bluff ici.`,
  "not-as-last-card": () => "Elle ne peut pas être votre dernière carte.",
  "must-play": () => "La carte piochée convient et doit être jouée.",
};

export const SHEETS: Later["SHEETS"] = {
  notYourTurn: "Ce n’est pas votre tour",
  noFit: (face) => `${cardOf(face)} : ne convient pas`,
  wait: (face) => `${cardOf(face)} : pas maintenant`,
  challenge: {
    title: (name) => `${name} a bluffé ?`,
    rule: (name, colour, cards) =>
      colour === null
        ? `Aucune couleur n’était en jeu, ce n’était donc pas un bluff. ${name} a ${count(cards, "carte")}.`
        : `Le ${low(colour)} était en jeu. Si ${name} avait encore du ${low(colour)}, c’était un bluff. ` +
          `${name} a ${count(cards, "carte")}.`,
    take: (cards) => `Vous piochez ${cards} et passez votre tour`,
    dare: (name, theirs, mine) =>
      `Si ${name} a bluffé, ${name} pioche ${theirs} et vous jouez ; sinon, vous piochez ${mine} et perdez votre tour`,
  },
  bluff: {
    detail: (colour, name) =>
      `Vous avez encore ${colour === null ? "la couleur en jeu" : `du ${low(colour)}, la couleur en jeu`}. ${name} peut ` +
      "contester : alors vous piochez 4. Sinon, personne ne voit votre main avant la fin de la manche.",
    anyway: (name) => `${name} pioche 4, ou conteste`,
  },
};
