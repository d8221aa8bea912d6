/** Ce que dit le bandeau : à qui de jouer, et pour quoi faire. */
import type { Table } from "../table";
import { aCard, faceName, fitting, listed, theCard } from "./cards";

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
const named = (face: string | null, text: string): string => (face === null ? "carte" : faceName(face, text));

export const PROMPT: Table["PROMPT"] = {
  shuffling: { title: "Mélange", detail: "Tout le monde ici coupe le paquet" },
  over: "La manche est finie",
  dealing: "Distribution",
  jump: {
    title: "Vous pouvez intercepter",
    detail: (top, text) => `${capital(named(top, text))} sur ${named(top, text)}, tout de suite`,
  },
  match: (colour, top, draws) =>
    `Jouez ${listed([...fitting(colour, top), "un joker"], "ou")}${draws ? ", ou piochez" : ""}`,
  draw: "Rien ne convient : piochez une carte",
  pass: "Rien ne convient et la pioche est vide : passez",
  drew: (face) => `Vous avez pioché ${aCard(face)}`,
  playOrKeep: "Elle convient. Jouez-la maintenant ou gardez-la",
  play: "Elle convient. Jouez-la",
  keep: "Elle ne convient pas. Gardez-la",
  nameColour: "Choisissez la couleur de départ",
  owed: (cards) => `+${cards} pour vous`,
  answer: (cards, plays, disputes) =>
    capital(
      listed(
        [...(plays ? ["répondez avec une carte levée"] : []), ...(disputes ? ["contestez"] : []), `prenez ${cards}`],
        "ou",
      ),
    ),
  theirs: {
    colour: (name) => `${name} choisit la couleur`,
    drawn: (name) => `${name} joue la carte piochée ou la garde`,
    turn: (name) => `À ${name} de jouer`,
    answer: (name, cards, stacks, disputes) =>
      `${name} : ${listed([...(stacks ? ["répondre"] : []), ...(disputes ? ["contester"] : []), `piocher ${cards}`], "ou")}`,
  },
  distance(steps, clockwise) {
    const way = clockwise ? "sens horaire" : "sens antihoraire";
    if (steps === null) return `Le jeu tourne dans le ${way}`;
    if (steps < 2) return `Ensuite c’est à vous, ${way}`;
    return `Encore ${steps === 2 ? "une personne" : `${steps - 1} personnes`} avant vous, ${way}`;
  },
  acts: {
    draw: "Piocher une carte",
    keep: "La garder",
    pass: "Passer",
    play: (face) => `Jouer ${theCard(face)}`,
    take: (cards) => `Prendre ${cards}`,
    challenge: "Contester",
    colour: "Choisir la couleur",
    sort: "Trier",
  },
};
