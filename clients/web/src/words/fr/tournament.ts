/** Les mots de la page d’un tournoi. */
import type { Tournament } from "../tournament";
import { count } from "./cards";

const points = (shown: string): string => (["0", "1"].includes(shown) ? `${shown} point` : `${shown} points`);
const rank = (place: number): string => (place === 1 ? "1re place" : `${place}e place`);

export const TOURNAMENT: Tournament["TOURNAMENT"] = {
  title: "Tournoi",
  leave: "Première page",
  noCode: "Ce lien ne nomme aucun tournoi : son code a huit lettres et chiffres.",
  absent: (code) => `Aucun tournoi ${code} n’est annoncé sur ce serveur. Nouvel essai …`,
  phases: { new: "Pas encore ouvert", entry: "Les inscriptions sont ouvertes", finished: "Terminé" },
  round: (round, rounds) => (rounds < round ? `Ronde ${round}` : `Ronde ${round} sur ${rounds}`),
  final: "Finale",
  paused: "Le tournoi est suspendu",
  enter: {
    title: "Participer",
    hint: "Ce nom figurera sur toutes les listes. Votre place est gardée pour ce navigateur.",
    go: "Participer",
    late: "On peut s’inscrire jusqu’au dernier tirage.",
  },
  mine: {
    title: "Vous",
    as: (name) => `Vous participez sous le nom de ${name}.`,
    wait: "Quand une ronde sera tirée, votre table s’affichera ici.",
    at: (table) => `Table ${table}`,
    with: (names) => `Avec ${names}`,
    soon: "Votre table s’ouvre …",
    go: "À ma table",
    ended: "Votre partie est terminée.",
    sitting: "Vous ne jouez pas cette ronde.",
    late: "Vous jouez à partir du prochain tirage.",
    withdrawn: "Vous vous êtes retiré : vous n’êtes plus tiré au sort. L’organisateur peut vous faire revenir.",
    place: (place, shown) => `${rank(place)}, ${points(shown)}`,
    won: (place, shown) => `${rank(place)} au classement final, ${points(shown)}`,
    withdraw: "Se retirer",
    sure: "Se retirer ? Touchez encore",
    hint: "Vous n’êtes plus tiré au sort ; seul l’organisateur peut vous faire revenir.",
  },
  tables: {
    title: "Les tables",
    one: (table) => `Table ${table}`,
    states: {
      drawn: "bientôt ouverte",
      open: "en jeu",
      played: "terminée",
      forfeit: "terminée par absence",
      adjudicated: "réglée par l’organisateur",
      voided: "ne compte pas",
    },
    place: rank,
    sitting: "Ne jouent pas",
  },
  standings: {
    title: "Classement",
    players: (players) => count(players, "joueur"),
    none: "Personne ne participe encore.",
    rank: "Rang",
    name: "Nom",
    points: "Pts",
    games: "Parties",
    you: "vous",
    withdrawn: "retiré",
  },
  projector: {
    show: "Vue pour projecteur",
    page: (page, pages) => `${page} sur ${pages}`,
  },
  refused: {
    "bad-name": "Un nom a de 1 à 24 lettres, et aucune qui cache ou retourne le texte.",
    "name-taken": "Un autre joueur porte ce nom, ou un nom qui lui ressemble.",
    "already-registered": "Ce navigateur participe déjà, ou a participé.",
    "too-late": "On ne peut plus s’inscrire.",
    "tournament-full": "Le tournoi ne peut pas prendre plus de joueurs.",
    "already-withdrawn": "Vous vous êtes déjà retiré.",
    "counter-used": "Cela a été demandé depuis une autre page de ce navigateur. Réessayez.",
    finished: "Le tournoi est terminé.",
  },
  unknown: (code) => `Le programme de l’organisateur a refusé cela (${code}).`,
};
