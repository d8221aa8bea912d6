/** Ce qu’un navigateur a trouvé sur les cartes, et où en sont la manche et la partie. */
import type { Later } from "../later";
import { count, listed } from "./cards";
import { people } from "./telling";

const several = (whos: readonly (string | null)[]): string =>
  whos.includes(null) ? "gagnez" : whos.length === 1 ? "gagne" : "gagnent";

export const FAULTS: Later["FAULTS"] = {
  "not-canonical": "ses octets ne sont pas écrits comme il faut",
  "bad-form": "sa forme n’est pas la bonne",
  "wrong-index": "son numéro est faux",
  "wrong-previous": "elle ne suit pas l’entrée d’avant",
  "clock-fell": "son horloge recule",
  "bad-signature": "la table ne l’a pas signée",
  "impossible-event": "il s’y est passé quelque chose d’impossible",
  "wrong-digest": "elle mène à une autre table qu’elle ne dit",
  "not-seated": "qui l’envoie n’a pas cette place",
  "wrong-cause": "ce n’était pas à cette personne d’agir",
  undecided: "la personne qui joue ne l’a pas demandé",
  "bad-command-signature": "la commande n’est pas signée par qui joue",
  "bad-certificate": "les clés d’une personne ne sont pas certifiées",
  "weak-key": "une clé n’est pas permise",
  "counter-reused": "une commande est notée deux fois",
  "seen-unknown": "une commande vient d’une autre histoire",
  "bad-commitments": "les cartes scellées ne concordent pas",
  "bad-reveal": "une coupe n’est pas celle qui était promise",
  "wrong-order": "l’ordre n’est pas celui de la coupe",
  "wrong-draw": "une carte n’était pas la suivante de la pioche",
  "missing-paper": "une carte est venue sans sa preuve",
  "bad-opening": "une carte n’est pas celle qui était scellée",
  "bad-sealing": "une de vos cartes n’est pas celle qui était scellée",
  "bad-dealer-reveal": "le secret de la banque ne tient pas ses promesses",
  "bad-deck": "le paquet n’était pas complet",
  "bad-escrow": "une part du secret de la banque n’est pas celle qui était promise",
};

export const CHECKS: Later["CHECKS"] = {
  limit: "Les coups sont signés et se suivent ; ono audit FICHIER vérifie que chacun était permis.",
  titles: { proven: "Cartes prouvées", open: "Vérifié jusqu’ici", failed: "Non vérifié" },
  fault: (entry, why) => `${entry === null ? "Le journal" : `Entrée ${entry}`} : ${why}.`,
  verdict: (signatures, cards, cut) =>
    `${count(signatures, "signature vérifiée", "signatures vérifiées")}, ${count(cards, "carte ouverte", "cartes ouvertes")}. ${cut}`.trimEnd(),
  cut: (own, shuffles) => `Votre coupe est dans ${own} mélange${own < 2 ? "" : "s"} sur ${shuffles}.`,
  signed: (signed, players) => `${signed} ${signed < 2 ? "a" : "ont"} signé sur ${players}.`,
  witnesses: (names, cut, shuffles) =>
    `${listed(names)}, ${names.length === 1 ? "témoin" : "témoins"} sans cartes, ${names.length === 1 ? "a" : "ont"} coupé ` +
    `${cut} mélange${cut < 2 ? "" : "s"} sur ${shuffles}.`,
  deck: {
    title: "Tout le monde a coupé",
    detail: (numbers, shuffles) =>
      `${count(numbers, "nombre secret", "nombres secrets")} dans ${count(shuffles, "mélange")}.`,
  },
  cards: {
    title: "Chaque carte était la carte scellée",
    detail: (cards) => `${count(cards, "carte ouverte", "cartes ouvertes")}, comme scellé avant la coupe.`,
  },
  moves: {
    title: "Chaque coup était signé",
    detail: (entries, signatures) =>
      `${count(entries, "entrée")} en une seule chaîne, ${count(signatures, "signature vérifiée", "signatures vérifiées")}.`,
  },
  order: {
    title: "L’ordre était fixé avant le jeu",
    open: "Le secret de la banque vient à la fin de chaque manche ; ses cartes sont alors vérifiées.",
    shown: "Le secret de la banque redonne chaque carte scellée.",
  },
  same: {
    title: "Tout le monde a vu la même partie",
    alone: "On se montre les journaux au début et à la fin des manches ; personne d’autre n’a encore montré le sien.",
    agreed: (entry) => `Quelqu’un d’autre a le même journal jusqu’à l’entrée ${entry}.`,
  },
};

export const SCORES: Later["SCORES"] = {
  left: "a quitté la partie",
  out: "hors jeu",
  absent: "pas dans cette manche",
  held: (cards, points, out) =>
    `${cards === 0 ? "plus de carte" : `${count(cards, "carte")}, ${count(points, "point")}`}${out ? ", hors jeu" : ""}`,
  nobody: "Personne ne gagne",
  winners: (whos) => `${people(whos)} ${several(whos)} !`,
  after: (rounds) => `après ${count(rounds, "manche")}`,
  goesOut: (who) => (who === null ? "Vous finissez" : `${who} finit`),
  takes: (who, points) => `et ${who === null ? "prenez" : "prend"} ${count(points, "point")}`,
  endings: {
    blocked: "Plus personne ne peut jouer ni piocher",
    cap: "Trop de tours",
    alone: "Il ne reste personne d’autre",
    absent: "Pas assez de graines données",
  },
};
