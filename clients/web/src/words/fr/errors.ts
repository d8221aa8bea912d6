/** Ce qui n’a pas marché, et pourquoi la table a refusé. */
import type { Later } from "../later";

export const ERRORS: Later["ERRORS"] = {
  "no-such-room": "Aucune table n’a ce code.",
  "too-many": "Le serveur est occupé. Réessayez dans un instant.",
  version: "Cette page est trop ancienne pour le serveur. Rechargez-la.",
  paused: "L’hôte a mis la table en pause : rien ne peut être joué avant la reprise.",
  "not-host": "Seul l’hôte peut faire cela.",
  "not-over": "Une nouvelle partie commence après la fin de celle-ci.",
  locked: "L’hôte a fermé cette table : plus personne n’entre.",
  kicked: "L’hôte vous a fait quitter cette table.",
  unavailable: "Le serveur ne peut rien enregistrer pour l’instant. Réessayez plus tard.",
  damaged: "Ce qui est enregistré de cette table est abîmé. Prévenez qui fait tourner le serveur.",
  replaced: "Cette table a été ouverte ailleurs, elle s’est donc arrêtée ici.",
  "needs-newer": "Cette page est trop ancienne pour cette partie. Rechargez-la.",
  "bad-option": "Le serveur ne connaît pas ces règles.",
  "wrong-table": "Ce n’est pas la table que nomme le lien. Demandez un nouveau lien.",
  "log-rolled-back":
    "Le serveur a perdu une partie du journal, le jeu s’est donc arrêté ici. Enregistrez le journal : c’est votre preuve.",
  forked: "La table a montré deux histoires de cette partie. Ne jouez plus ici ; la preuve est à vous.",
};

export const unknownError: Later["unknownError"] = (code) => `Quelque chose n’a pas marché : ${code}.`;

export const REFUSALS: Later["REFUSALS"] = {
  "not-your-turn": "Ce n’est pas à cette place de jouer.",
  "wrong-phase": "Ce n’est pas possible maintenant.",
  shuffling: "On mélange les cartes.",
  stale: "La table a avancé depuis votre choix.",
  "no-such-card": "Cette carte n’est pas dans votre main.",
  "does-not-fit": "Cette carte ne convient pas.",
  "only-the-drawn-card": "Après avoir pioché, seule la carte piochée peut être jouée.",
  "needs-colour": "Un joker demande une couleur.",
  "could-play": "On ne pioche que si aucune carte ne convient, et il y en a une.",
  "nothing-to-draw": "Il n’y a plus de carte à piocher.",
  "may-draw": "On ne passe que s’il n’y a rien à piocher ni à jouer.",
  "no-challenge": "Il n’y a rien à contester.",
  "not-equal": "Seules des cartes de couleur identiques se jouent ensemble.",
  "one-card": "Ici, on joue une carte à la fois.",
  "needs-target": "Choisissez la main que vous prenez.",
  "must-play": "La carte piochée convient et doit être jouée.",
  "no-bluffing": "Un Joker +4 ne se joue que sans carte de la couleur en jeu.",
  "not-as-last-card": "Cette carte ne peut pas être la dernière.",
  "cannot-answer": "Cette carte ne répond pas aux cartes dues.",
  "nothing-to-call": "Il n’y a pas de dernière carte à annoncer.",
  "nothing-to-catch": "Il n’y avait personne à attraper.",
  "too-early": "Trop tôt : l’annonce peut encore venir.",
  "window-closed": "Trop tard : le délai pour attraper est passé.",
  "no-calls": "À cette table, on n’annonce pas la dernière carte.",
  "call-is-automatic": "Ici, la dernière carte s’annonce toute seule.",
  "not-host": "Seul l’hôte peut faire cela.",
  locked: "L’hôte a fermé cette table : plus personne ne prend place.",
  "no-such-seat": "Cette place n’existe pas, ou personne n’y est.",
  "seat-taken": "Cette place est déjà prise.",
  "already-seated": "Vous avez déjà une place.",
  "is-witness": "Vous êtes témoin de cette partie.",
  "witnesses-full": "Cette partie a déjà tous ses témoins.",
  "room-full": "Toutes les places sont prises.",
  "name-taken": "Ce nom est déjà pris, ou ressemble trop à un autre.",
  "bad-name": "Un nom a de 1 à 24 lettres.",
  "too-few-seats": "Il n’y a pas assez de monde pour commencer.",
  "bad-option": "La table n’accepte pas ces options.",
  sealed: "La partie est finie.",
  "not-seated": "Vous regardez et n’avez pas de place.",
  away: "L’ordinateur joue à cette place. Entrez à nouveau pour la reprendre.",
};

export const unknownRefusal: Later["unknownRefusal"] = (code) => `La table a refusé : ${code}.`;
