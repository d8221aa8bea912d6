"""Les règles d’une table en français."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ono_core.game.wording.shape import Labels, Sentences, Words

_NUMBERS: Final = ("aucune", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")


def _seconds(ms: int) -> str:
    return f"{ms / 1000:g} seconde{'' if ms < 2000 else 's'}".replace(".", ",")


def _cards(count: int) -> str:
    return f"{_NUMBERS[count]} carte{'' if count < 2 else 's'}"


def _custom(texts: Sequence[str]) -> str:
    quoted = ", ".join(f"« {text} »" for text in texts)
    return f"Un Joker personnalisable se joue comme un Joker{f' ; on y lit {quoted}' if texts else ''}."


def _seats(least: int, most: int) -> str:
    if least == most:
        return f"On joue à {_NUMBERS[most]}."
    return f"De {_NUMBERS[least]} à {_NUMBERS[most]} personnes peuvent jouer."


_SENTENCES: Final = Sentences(
    aim="La première personne sans carte gagne la manche.",
    fits=(
        "À votre tour, jouez une carte de la couleur en jeu, ou du même chiffre ou symbole que la carte du dessus, ou "
        "encore un joker, dont vous choisissez la couleur."
    ),
    actions=(
        "Un « Passe ton tour » fait perdre son tour à la personne suivante ; une Inversion change le sens du jeu et, à "
        "deux, vaut un « Passe ton tour » ; un +2 ou un Joker +4 fait piocher la personne suivante, qui perd son tour."
    ),
    classic="On joue avec les 108 cartes classiques.",
    modern={
        "shuffle": (
            "On joue avec 112 cartes : les 108 classiques, un Joker Mélange des mains et trois Jokers personnalisables."
        ),
        "swap": (
            "On joue avec 112 cartes : les 108 classiques, un Joker Échange de mains et trois Jokers personnalisables."
        ),
    },
    party=lambda cards, each: (
        f"On joue avec {cards} cartes : les 108 classiques et {'un' if each == 1 else _NUMBERS[each]} Tapis de chaque "
        "couleur."
    ),
    one_deck="Il n’y a qu’un paquet, quel que soit le nombre à table.",
    two_decks="Deux paquets sont mélangés ensemble.",
    two_decks_from=lambda players: f"Dès {_NUMBERS[players]} personnes, on mélange deux paquets ensemble.",
    all_in=(
        "Un Tapis se joue comme toute carte de sa couleur, et toutes vos autres cartes de cette couleur partent "
        "dessous, sans effet."
    ),
    hands_card={
        "shuffle": (
            "Qui joue un Joker Mélange des mains choisit une couleur ; toutes les mains sont mélangées ensemble et "
            "redistribuées, une carte à la fois, à partir de la personne suivante."
        ),
        "swap": (
            "Qui joue un Joker Échange de mains choisit une couleur et échange sa main avec la personne de son choix."
        ),
    },
    custom=_custom,
    open_hands={
        True: "Toutes les mains sont visibles sur la table.",
        False: "Vous ne voyez pas d’autre main que la vôtre.",
    },
    seats=_seats,
    deal=lambda cards: f"Tout le monde reçoit {_cards(cards)}.",
    first_deal={
        "draw": "Tout le monde tire une carte pour la donne : le chiffre le plus haut distribue.",
        "random": "Le hasard décide qui distribue.",
    },
    start_wild={
        "name": (
            "Si la première carte est un Joker, la première personne choisit sa couleur ; un Joker +4 est remis dans "
            "le paquet et remplacé."
        ),
        "redraw": "Si la première carte est un joker, quel qu’il soit, il est remis dans le paquet et remplacé.",
    },
    start_reverse={
        "right": (
            "Si la première carte est une Inversion, le jeu part vers la droite, et la personne à droite de qui "
            "distribue commence."
        ),
        "deals": "Si la première carte est une Inversion, le jeu part vers la droite, et qui distribue commence.",
        "first": (
            "Si la première carte est une Inversion, le jeu part vers la droite, mais la personne à gauche de qui "
            "distribue commence tout de même."
        ),
    },
    other_starters="Si la première carte est un « Passe ton tour » ou un +2, elle vise la première personne.",
    draw_when={
        "any": "Vous pouvez piocher au lieu de jouer, même avec une carte qui convient.",
        "stuck": "Vous ne pouvez piocher que si aucune de vos cartes ne convient.",
    },
    draw_count={
        "one": "Qui pioche prend une seule carte.",
        "until": "Qui pioche continue jusqu’à une carte qui convient.",
    },
    drawn={
        "must": "Une carte piochée qui convient doit être jouée.",
        "may": "Une carte piochée qui convient peut être jouée aussitôt ou gardée.",
    },
    stack={
        "none": "Pas de cumul : on ne répond pas à un +2 ou à un Joker +4 par un autre.",
        "d2": (
            "On peut répondre à un +2 par un +2, et le total passe à la personne suivante ; à un Joker +4, on ne "
            "répond pas."
        ),
        "same": (
            "On peut répondre à un +2 par un +2 et à un Joker +4 par un Joker +4, et le total passe à la personne "
            "suivante."
        ),
        "up": (
            "On peut répondre à un +2 par un +2 ou un Joker +4, à un Joker +4 seulement par un Joker +4, et le total "
            "passe à la personne suivante."
        ),
        "any": (
            "Tout +2 ou Joker +4 répond à tout autre, mais un +2 ne répond à un Joker +4 que dans la couleur choisie, "
            "et le total passe à la personne suivante."
        ),
    },
    wild_draw_four={
        "challenge": (
            "Ne jouez un Joker +4 que sans carte de la couleur en jeu, ou bluffez : la personne suivante peut "
            "contester, et alors qui a bluffé pioche les quatre cartes, mais contester à tort en coûte six."
        ),
        "honest": "Un Joker +4 ne se joue que sans carte de la couleur en jeu.",
        "free": "Un Joker +4 se joue à tout moment, et personne ne peut le contester.",
    },
    honest_unless_answering=(
        "Un Joker +4 ne se joue que sans carte de la couleur en jeu, sauf en réponse à un +2 ou à un Joker +4."
    ),
    challenge_reveal={
        "hand_to_challenger": "La personne contestée montre sa main à celle qui conteste.",
        "result_only": "Contester ne montre la main de personne, seulement qui avait raison.",
    },
    challenge_stacked={
        True: (
            "Un Joker +4 joué en réponse peut aussi être contesté : qui a bluffé pioche le total, et contester à tort "
            "coûte deux cartes de plus."
        ),
        False: "Un Joker +4 joué en réponse n’est jamais un bluff et ne peut pas être contesté.",
    },
    call={
        "off": "Personne n’a à annoncer sa dernière carte.",
        "auto": "Le jeu annonce votre dernière carte pour vous.",
        "manual": "Vous devez annoncer votre dernière carte en jouant l’avant-dernière.",
    },
    caught_before_turn=lambda cards: (
        "Qui oublie l’annonce et se fait attraper avant que la personne suivante commence son tour pioche "
        f"{_cards(cards)}."
    ),
    caught_in_time=lambda ms, cards: (
        f"Qui oublie l’annonce et se fait attraper en moins de {_seconds(ms)} pioche {_cards(cards)}."
    ),
    caught_after_grace=lambda ms, cards: (
        f"Qui oublie l’annonce et se fait attraper en moins de {_seconds(ms)}, une fois que c’est permis, pioche "
        f"{_cards(cards)}."
    ),
    catch_grace=lambda ms: f"Pendant {_seconds(ms)} après le coup, personne ne peut se faire attraper.",
    false_call={
        0: "Annoncer ou attraper à tort ne coûte rien.",
        1: "Annoncer ou attraper à tort coûte une carte.",
        2: "Annoncer ou attraper à tort coûte deux cartes.",
    },
    last_card={
        "any": "Toute carte peut être votre dernière.",
        "no_wild": "Un joker ne peut pas être votre dernière carte.",
        "number_only": "Seul un chiffre peut être votre dernière carte.",
    },
    serve_last={
        True: "Si la dernière carte est un +2 ou un Joker +4, la personne suivante pioche encore.",
        False: "Si la dernière carte est un +2 ou un Joker +4, personne ne pioche.",
    },
    seven_zero={
        True: (
            "Qui joue un 7 échange sa main avec la personne de son choix ; quand un 0 est joué, chaque main passe à la "
            "personne suivante."
        ),
        False: "Le 7 et le 0 sont des chiffres comme les autres.",
    },
    jump_in={
        True: (
            "Tout le monde peut intercepter, c’est-à-dire jouer hors de son tour une carte de couleur identique à "
            "celle du dessus ; le jeu reprend de là."
        ),
        False: "Personne ne joue hors de son tour.",
    },
    doubles={
        True: "Plusieurs cartes de couleur identiques peuvent se jouer ensemble, et leurs effets s’ajoutent.",
        False: "On joue une carte à la fois.",
    },
    one_round={
        "none": "La partie se joue en une manche, sans compter de points.",
        "ranked": (
            "La partie se joue en une manche : derrière qui gagne, le rang suit les points restés en main, du plus "
            "petit au plus grand."
        ),
    },
    several_rounds={
        "to_target": lambda points: (
            "Qui gagne une manche marque ce que les autres ont en main, et gagne la partie en arrivant d’abord à "
            f"{points} points."
        ),
        "lowest_total": lambda points: (
            f"Après chaque manche, on compte ce qu’on a en main ; dès que quelqu’un a {points} points, le plus petit "
            "total gagne."
        ),
        "elimination": lambda points: (
            f"Après chaque manche, on compte ce qu’on a en main ; à {points} points on sort du jeu, et la dernière "
            "personne qui reste gagne."
        ),
    },
    deal_moves="Après chaque manche, la personne suivante à gauche distribue.",
    points="Un chiffre compte sa valeur, une carte spéciale 20, un joker 50.",
    points_newer="Un chiffre compte sa valeur, une carte spéciale 20, un joker 50, les nouveaux jokers 40.",
    turn_cap=lambda turns: (
        f"Personne ne gagne la manche s’il n’y a plus rien à jouer ni à piocher, ou après {turns} tours."
    ),
    blocked={
        "order": "Si personne ne gagne la manche, la main qui compte le moins de points l’emporte.",
        "redeal": (
            "Si personne ne gagne la manche, on redistribue, et la troisième fois la main qui compte le moins de "
            "points l’emporte."
        ),
    },
    blocked_counts={
        True: (
            "Si personne ne gagne la manche, tout le monde compte ce qu’il a en main ; trois manches de suite ainsi "
            "mettent fin à la partie."
        ),
        False: (
            "Si personne ne gagne la manche, elle ne compte pas ; trois manches de suite ainsi mettent fin à la partie."
        ),
    },
    no_clock="Il n’y a pas de chrono : réfléchissez tant que vous voulez.",
    clock=lambda ms: (
        f"Vous avez {_seconds(ms)} pour agir ; ensuite la table pioche pour vous, ou prend les cartes que vous devez, "
        "et ne joue jamais de carte."
    ),
    clock_short=lambda ms: (
        f"Après deux tours manqués de suite, vous avez {_seconds(ms)}, jusqu’à ce que vous agissiez à temps."
    ),
    absence={
        "bot": "L’ordinateur joue pour qui part ou s’absente, et rend la main au retour.",
        "clock": "L’ordinateur joue pour qui part ; pendant une absence, le chrono court.",
        "remove": "Qui part ou ne revient pas sort de la partie, et ses cartes vont sous la défausse.",
    },
    missing_reveal={
        "play_on": "L’appareil de chaque personne aide à mélanger ; s’il ne répond pas, elle joue tout de même.",
        "sit_out": (
            "L’appareil de chaque personne aide à mélanger ; s’il ne répond pas à la donne, elle ne joue pas cette "
            "manche."
        ),
    },
    escrow=(
        "Si la table disparaît, tout le monde ensemble peut prouver que ses cartes étaient honnêtes, mais personne "
        "sans les autres."
    ),
)

_LABELS: Final = Labels(
    presets={
        "boardflix": (
            "boardflix",
            "Une manche, sans points ; le jeu annonce votre dernière carte, et les bluffs se contestent.",
        ),
        "official": (
            "Officiel",
            "Les règles imprimées : des manches jusqu’à 500 points, et c’est à vous d’annoncer votre dernière carte.",
        ),
        "table-party": (
            "Table Party", "Cumul, cartes Tapis et chrono ; une seule manche, et un rang pour tout le monde.",
        ),
    },
    groups={
        "cards": "cartes", "start": "début", "drawing": "pioche", "draw cards": "+2 et Joker +4",
        "last card": "dernière carte", "house rules": "variantes", "scoring": "points", "pace": "rythme",
    },
    options={
        "deck": "Paquet",
        "all_in": "Tapis de chaque couleur",
        "hands_card": "Nouveau joker",
        "decks": "Nombre de paquets",
        "open_hands": "Mains visibles",
        "seats_max": "Places au plus",
        "deal": "Cartes distribuées",
        "first_deal": "Première donne",
        "start_wild": "Joker en première carte",
        "start_reverse": "Inversion en première carte",
        "draw_when": "Vous pouvez piocher",
        "draw_count": "Vous piochez",
        "drawn": "Une carte piochée qui convient",
        "stack": "Cumul",
        "wild_draw_four": "Joker +4",
        "challenge_reveal": "Contester montre",
        "challenge_stacked": "Contester un Joker +4 cumulé",
        "call": "Annonce de la dernière carte",
        "call_penalty": "Annonce oubliée",
        "catch_window": "Temps pour attraper",
        "catch_ms": "Secondes pour attraper",
        "catch_grace_ms": "Répit au début",
        "false_call": "Annoncer ou attraper à tort",
        "last_card": "Votre dernière carte",
        "serve_last": "+2 ou Joker +4 en dernière carte",
        "seven_zero": "Le 7 échange, le 0 fait tourner les mains",
        "jump_in": "Intercepter avec la même carte",
        "doubles": "Jouer ensemble les cartes identiques",
        "score": "Décompte",
        "target": "Jusqu’à",
        "blocked": "Manche que personne ne gagne",
        "clock_ms": "Chrono",
        "clock_short_ms": "Après deux tours manqués",
        "absence": "En cas d’absence",
        "missing_reveal": "Sans réponse à la donne",
        "escrow": "Si la table disparaît",
    },
    values={
        "deck": {
            "classic108": "classique, 108 cartes", "modern112": "avec nouveaux jokers, 112 cartes",
            "party": "avec Tapis",
        },
        "all_in": {0: "aucun", 1: "un", 2: "deux"},
        "hands_card": {"shuffle": "Joker Mélange des mains", "swap": "Joker Échange de mains"},
        "decks": {"auto": "un ou deux, selon le nombre", 1: "un", 2: "deux"},
        "first_deal": {"draw": "tirée à la carte", "random": "au hasard"},
        "start_wild": {"name": "la première personne choisit la couleur", "redraw": "on en retourne une autre"},
        "start_reverse": {
            "right": "la personne à droite commence", "deals": "qui distribue commence",
            "first": "la personne à gauche commence",
        },
        "draw_when": {"stuck": "seulement si rien ne convient", "any": "quand vous voulez"},
        "draw_count": {"one": "une carte", "until": "jusqu’à une carte qui convient"},
        "drawn": {"may": "peut être gardée", "must": "doit être jouée"},
        "stack": {
            "none": "non", "d2": "+2 sur +2", "same": "la même sur la même", "up": "la même ou un Joker +4",
            "any": "tout +2 ou Joker +4",
        },
        "wild_draw_four": {
            "challenge": "bluff et contestation", "honest": "sans bluff", "free": "quand vous voulez",
        },
        "challenge_reveal": {
            "result_only": "seulement qui avait raison", "hand_to_challenger": "la main à qui conteste",
        },
        "call": {"off": "non", "auto": "par le jeu", "manual": "par vous"},
        "call_penalty": {2: "piochez deux", 4: "piochez quatre"},
        "catch_window": {"turn": "jusqu’au début du tour suivant", "timer": "quelques secondes"},
        "false_call": {0: "ne coûte rien", 1: "coûte une carte", 2: "coûte deux cartes"},
        "last_card": {"any": "toute carte", "no_wild": "pas de joker", "number_only": "seulement un chiffre"},
        "serve_last": {True: "fait encore piocher", False: "reste sans effet"},
        "score": {
            "none": "une manche, sans points", "ranked": "une manche, un rang pour tout le monde",
            "to_target": "qui gagne marque", "lowest_total": "le plus petit total gagne",
            "elimination": "on sort à la limite",
        },
        "blocked": {"order": "on compte les mains", "redeal": "on redistribue"},
        "absence": {"bot": "l’ordinateur joue", "clock": "le chrono court", "remove": "hors de la partie"},
        "missing_reveal": {"play_on": "on joue tout de même", "sit_out": "on passe la manche"},
        "escrow": {"none": "ses cartes restent sans preuve", "n_of_n": "prouvées par tout le monde ensemble"},
    },
    switch={False: "non", True: "oui"},
    seconds=_seconds,
    no_time="aucun",
    points=lambda points: f"{points} points",
    switched="on ou off",
    one_of=lambda values: " ou ".join(filter(None, (", ".join(values[:-1]), values[-1]))),
    between=lambda least, most: f"de {least} à {most}",
    texts=lambda count: f"{count} textes séparés par des virgules",
)  # fmt: skip

FRENCH: Final = Words(_SENTENCES, _LABELS)
