/** Les mots de la table. */
import type { Table } from "../table";
import { count } from "./cards";

const REASONS: Readonly<Record<string, string>> = {
  "does-not-fit": "ne convient pas",
  "not-your-turn": "ce n’est pas votre tour",
  "only-the-drawn-card": "seule la carte piochée peut être jouée",
  "cannot-answer": "ne répond pas aux cartes dues",
  "no-bluffing": "pas de bluff ici",
  "not-as-last-card": "pas en dernière carte",
  "must-play": "la carte piochée doit être jouée",
};

export const TEXT: Table["TEXT"] = {
  yourTurn: "À vous de jouer",
  nobody: "personne",
  seat: (number) => `place ${number}`,
  table: {
    mute: "Couper le son",
    unmute: "Remettre le son",
    fairness: (checked) => `Vérifications : ${checked}`,
    told: "Ce qui s’est passé :",
    board: "Places et piles",
    round: (round) => `Manche ${round}`,
    score: (round, mine) => `Manche ${round} · vous ${mine}`,
    sending: "Envoi…",
    spectator: "Vous regardez",
    lastCard: "Dernière carte",
    notCalled: "Pas annoncée",
    gone: "plus là",
    out: "hors jeu",
    waits: "attend",
    bot: "ordinateur",
    away: "absence",
    playing: "joue maintenant",
    second: "s",
    known: "Cartes que vous connaissez",
    close: "Fermer",
  },
  cards: {
    top: (name) => `Sur la pile : ${name}`,
    hand: (cards) => `Votre main, ${count(cards, "carte")}`,
    pile: (cards) => `Pioche, ${count(cards, "carte")}`,
    draw: (pile) => `${pile} : piocher`,
    left: (cards) => `reste ${cards}`,
    count: (cards) => count(cards, "carte"),
    points: (points) => count(points, "point"),
    shows: (names) => `montre ${names.join(", ")}`,
    colour: "Couleur en jeu :",
    fresh: (cards) => (cards > 1 ? `${cards} nouvelles` : "nouvelle"),
    playable: "jouable",
    again: "appuyez encore pour jouer",
    jump: "interception possible",
    jumpMark: "Hop !",
    direction: (clockwise) => `Sens du jeu : ${clockwise ? "horaire" : "antihoraire"}`,
    reason: (code) => REASONS[code] ?? "ne se joue pas maintenant",
  },
  notice: {
    lost: "La connexion est perdue. Nouvel essai…",
    connecting: "Connexion…",
    dealing: "Distribution…",
  },
};
