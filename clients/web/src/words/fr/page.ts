/** Les mots de la première page. */
import type { Page } from "../page";

export const PRESETS: Page["PRESETS"] = {
  boardflix: {
    label: "boardflix",
    line: "Une manche, sans points ; le jeu annonce votre dernière carte, et les bluffs se contestent.",
  },
  official: {
    label: "Officiel",
    line: "Les règles imprimées : des manches jusqu’à 500 points, et c’est à vous d’annoncer votre dernière carte.",
  },
  "table-party": {
    label: "Table Party",
    line: "Cumul, cartes Tapis et chrono ; une seule manche, et un rang pour tout le monde.",
  },
};

export const PAGE: Page["PAGE"] = {
  title: "ONO",
  menu: "Menu",
  cardBack: "Dos de carte",
  claim: "Un jeu de cartes sans rien dans la manche.",
  promise: "Tout le monde coupe. Tout le monde peut vérifier ensuite.",
  name: "Votre nom",
  create: "Nouvelle table",
  quick: "Jouer contre l’ordinateur",
  tables: "Tables publiques",
  games: "Vos parties",
  code: "Ou entrez avec un code",
  codeHint: "par exemple KWPX",
  join: "Entrer",
  back: (room) => `Retour à la table ${room}`,
  rules: "Règles",
  alone:
    "Pas de connexion : il faut le serveur pour ouvrir une table, y entrer et jouer. Cette page reprend toute seule dès qu’il répond.",
  reload: "Recharger",
  broken: "Une partie de la page n’est pas arrivée. Rechargez-la.",
  badCode: "Un code a de quatre à huit lettres, par exemple KWPX.",
};
