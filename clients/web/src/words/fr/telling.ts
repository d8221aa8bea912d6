/** Ce qui s’est passé : une phrase pour le journal, et ce qui surgit au-dessus de la table. */
import type { Along, Who } from "../../telling";
import type { Later } from "../later";
import { COLOUR_NAMES, aCard, count, listed } from "./cards";
import { levelName } from "./latertext";

/** « Vous piochez », « Ada pioche » : d’abord la forme pour qui lit. */
const does = (who: Who, mine: string, theirs: string): string => (who === null ? `Vous ${mine}` : `${who} ${theirs}`);
/** « vous » au milieu d’une phrase. */
const name = (who: Who): string => who ?? "vous";
const capital = (words: string): string => (words === "vous" ? "Vous" : words);
const named = (colour: keyof typeof COLOUR_NAMES): string => COLOUR_NAMES[colour].toLowerCase();

/** Plusieurs personnes au début d’une phrase. */
export function people(whos: readonly Who[]): string {
  const [first = "personne", ...others] = whos.map(name);
  return listed([capital(first), ...others]);
}

/** La forme du verbe pour plusieurs : « vous » l’emporte. */
const together = (whos: readonly Who[], mine: string, one: string, many: string): string =>
  `${people(whos)} ${whos.includes(null) ? mine : whos.length === 1 ? one : many}`;

const few = (cards: number): string => (cards === 1 ? "une carte" : `${cards} cartes`);

function along({ equal, under }: Along): string {
  if (equal > 1) return `, ${equal} à la fois`;
  return under.length > 0 ? `, et avec ${listed(under.map((face) => aCard(face)))}` : "";
}

const gone: Later["BANNERS"]["removed"] = {
  left: (who) => does(who, "quittez la partie", "quitte la partie"),
  away: (who) => `Absence trop longue : ${does(who, "sortez", "sort").replace("Vous", "vous")} de la partie`,
  unseated: (who) => `L’hôte sort ${who ?? "votre place"} de la partie`,
};

export const LINES: Later["LINES"] = {
  seated: (who) => does(who, "prenez place.", "prend place."),
  botSeated: (who, level) => `${who} prend place : un ordinateur, ${levelName(level)}.`,
  left: (who) => does(who, "partez.", "part."),
  witnessCame: (who) => `${who} vient comme témoin.`,
  directed: (who) => `${who} dirige cette partie : chaque place est pour une seule personne.`,
  witnessAgain: (who) => `${who} est témoin avec de nouvelles clés, comme depuis un autre appareil.`,
  witnessLeft: (who) => `${who} n’est plus témoin.`,
  started: (players) => `La partie commence à ${players}.`,
  shuffling: "On mélange les cartes.",
  shuffled: "Mélangé et coupé.",
  options: "Les règles ont changé.",
  dealDrawn: (drawn) =>
    `Tirage pour la donne, la plus haute distribue : ${listed(drawn.map(([who, face]) => `${name(who)} ${aCard(face)}`))}.`,
  deals: (who) => does(who, "distribuez.", "distribue."),
  dealt: (cards) => `${count(cards, "carte")} par personne.`,
  dealtAgain: "Toutes les mains sont redistribuées.",
  starter: (face) => `La première carte est ${aCard(face)}.`,
  starterReturned: "Elle retourne dans le paquet.",
  colour: (who, colour) => `${does(who, "choisissez", "choisit")} le ${named(colour)}.`,
  played({ who, jumps, face, text, named: colour, ...more }) {
    const plays = jumps ? does(who, "interceptez et jouez", "intercepte et joue") : does(who, "jouez", "joue");
    const chosen = colour === null ? "" : ` La couleur est le ${named(colour)}.`;
    return `${plays} ${aCard(face, text)}${along(more)}.${chosen}`;
  },
  called: (who) => `Dernière carte pour ${name(who)} !`,
  exposed: (who) => `${does(who, "avez", "a")} une seule carte et ne l’${who === null ? "avez" : "a"} pas annoncée.`,
  catchClosed: (whos) => `Trop tard pour attraper ${listed(whos.map((who) => who ?? "votre oubli"))}.`,
  caught: (by, who) => `${does(by, "attrapez", "attrape")} ${who ?? "votre oubli"} : pas d’annonce.`,
  mistaken: {
    call: (who) => `${does(who, "annoncez", "annonce")} sans raison.`,
    catch: (who) => `${does(who, "attrapez", "attrape")} sans raison.`,
  },
  swapped: (whos) =>
    `${together(whos, "échangez", "échange", "échangent")} ${whos.includes(null) ? "vos" : "leurs"} mains.`,
  handsOn: (giver, taker) =>
    giver === null
      ? `Toutes les mains passent à côté : la vôtre va à ${name(taker)}.`
      : `Toutes les mains passent à côté : ${giver} donne la sienne à ${name(taker)}.`,
  timedOut: (who, short) =>
    `Temps écoulé pour ${name(who)}.${short ? " À partir de maintenant, le chrono est court." : ""}`,
  clockRestored: (who) => `${does(who, "jouez", "joue")} de nouveau à temps.`,
  removed: {
    left: (who) => `${gone.left(who)}.`,
    away: (who) => `${gone.away(who)}.`,
    unseated: (who) => `${gone.unseated(who)}.`,
  },
  reversed: (clockwise) => `Le jeu change de sens : ${clockwise ? "horaire" : "antihoraire"}.`,
  skipped: (who) => does(who, "passez un tour.", "passe un tour."),
  owed: (who, cards, answers, disputes) =>
    `${does(who, "devez", "doit")} ${listed([`prendre ${cards}`, ...(answers ? ["répondre"] : []), ...(disputes ? ["contester"] : [])], "ou")}.`,
  undisputed: (who) => does(who, "ne contestez pas.", "ne conteste pas."),
  takes: (who, cards) => `${does(who, "prenez", "prend")} ${cards === null ? "les cartes" : few(cards)}.`,
  challenged(who, accused, bluff, shown) {
    const seen = shown.length > 0 ? ` On vous montre ${listed(shown.map((face) => aCard(face)))}.` : "";
    const whom = accused === null ? "votre carte" : `la carte jouée par ${accused}`;
    return `${does(who, "contestez", "conteste")} ${whom}. ${bluff ? "C’était un bluff." : "Ce n’était pas un bluff."}${seen}`;
  },
  drew: (who, cards, faces) =>
    `${does(who, "piochez", "pioche")} ${faces.length > 0 ? listed(faces.map((face) => aCard(face))) : few(cards)}.`,
  recycled: (who) => `${does(who, "prenez", "prend")} la dernière carte, juste sous le dessus de la pile.`,
  waived: (who, cards) => `Il ne reste plus de carte : ${few(cards)} de moins à piocher pour ${name(who)}.`,
  keeps: (who) => does(who, "gardez la carte.", "garde la carte."),
  passes: (who) => does(who, "passez.", "passe."),
  lastLeft: (who) => `Il ne reste que ${name(who)}.`,
  alone: (who) =>
    `${does(who, "n’avez", "n’a")} pas d’adversaire dans cette manche et ${who === null ? "la gagnez" : "la gagne"}.`,
  goesOut: (who) => does(who, "posez votre dernière carte et gagnez.", "pose sa dernière carte et gagne."),
  nobodyLeft: "La manche s’arrête : il ne reste personne pour la jouer.",
  capped: "La manche s’arrête : elle a duré trop de tours.",
  blocked: "La manche s’arrête : plus personne ne peut jouer ni piocher.",
  signed: (who) => does(who, "avez vérifié les cartes et signé.", "a vérifié les cartes et signé."),
  sealed: "Le journal est complet.",
  toBot: (who) => `L’ordinateur joue pour ${name(who)}.`,
  putOut: (who) => `L’hôte exclut ${who ?? "votre place"}. L’ordinateur joue pour ${name(who)}.`,
  back: (who) => does(who, "revenez.", "revient."),
  satOut: (whos) =>
    whos.length === 1 && whos[0] !== null
      ? `${people(whos)} n’a pas donné de graine et ne joue pas cette manche.`
      : `${together(whos, "n’avez", "n’a", "n’ont")} pas donné de graine et ${whos.includes(null) ? "ne jouez" : "ne jouent"} pas cette manche.`,
  rekeyed: (who) => `${does(who, "jouez", "joue")} avec de nouvelles clés, comme depuis un autre appareil.`,
  resumed: "Le serveur a redémarré. La partie continue.",
  paused: (who) => `${does(who, "mettez", "met")} la table en pause.`,
  unpaused: (who) => `${does(who, "laissez", "laisse")} la table continuer.`,
  timeGiven: (who, seconds) => `${does(who, "recevez", "reçoit")} ${seconds} s de plus.`,
};

export const BANNERS: Later["BANNERS"] = {
  hands: "Mains mélangées",
  shuffling: "Mélange",
  cut: (cutters, people) => `Coupé par ${cutters} sur ${people}`,
  dealDrawn: "Tirage pour la donne",
  written: (text, colour) => `${text} : ${named(colour)}`,
  allIn: (cards) => `Tapis : ${count(cards, "carte")}`,
  jumped: (who) => does(who, "interceptez !", "intercepte !"),
  exposed: (who) => does(who, "n’avez pas annoncé !", "n’a pas annoncé !"),
  caught: (who) => (who === null ? "On vous attrape !" : `On attrape ${who} !`),
  mistaken: {
    call: (who) => `${capital(name(who))} : rien à annoncer`,
    catch: (who) => `${capital(name(who))} : personne à attraper`,
  },
  swapped: (whos) =>
    `${together(whos, "échangez", "échange", "échangent")} ${whos.includes(null) ? "vos" : "leurs"} mains`,
  handsOn: "Toutes les mains passent à côté",
  timedOut: (who) => `Temps écoulé pour ${name(who)}`,
  removed: gone,
  called: (who) => `Dernière carte pour ${name(who)} !`,
  reversed: "Changement de sens",
  skipped: (who) => does(who, "passez un tour", "passe un tour"),
  draws: (who, cards) => `+${cards} pour ${name(who)}`,
  bluff: (accused) => `C’était un bluff : à ${name(accused)} de payer`,
  honest: (who) => `Pas de bluff : à ${name(who)} de payer`,
  noCard: "Plus de carte",
  nobodyWins: "Personne ne gagne",
  wins: (who) => does(who, "gagnez !", "gagne !"),
  toBot: (who) => `L’ordinateur joue pour ${name(who)}`,
  back: (who) => does(who, "revenez", "revient"),
  satOut: (whos) => `${together(whos, "ne jouez", "ne joue", "ne jouent")} pas cette manche`,
};

export const DEFAULTS: Later["DEFAULTS"] = {
  take: (cards) => `Vite, sinon vous prenez ${few(cards)}`,
  keep: "Vite, sinon vous la gardez",
  colour: "Vite, sinon ce sera le rouge",
  draw: "Vite, sinon une carte est piochée pour vous",
};
