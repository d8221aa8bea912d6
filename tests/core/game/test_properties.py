"""What holds in every game: random tables, shuffles and moves, from the deal and from crowded ends of rounds.

A game is drawn as two seeds, of its deal and of its moves, and played to its end.
"""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from ono_core.game import commands as cmd
from ono_core.game import events as ev
from ono_core.game.choices import Choices, asked_seat, choices
from ono_core.game.decider import decide, evolve, evolve_all, initial
from ono_core.game.faces import Colour, face
from ono_core.game.refusals import REFUSALS, Refusal
from ono_core.game.state import SLOTS_PER_SHUFFLE, TURN_PHASES, Phase, public
from ono_core.game.view import view
from ono_core.log.entries import state_digest
from ono_core.log.kinds import EVENT_KINDS
from tests.core.game.scenario import DECK, NAMES, Table, cards_in_play, given, lobby

ACTS = 5000
"""No round takes so many acts: the turn cap ends it before."""


def fresh(chance: Random, seats: int) -> Table:
    """A game that has just been dealt; sometimes with a low turn cap."""
    cap = chance.choice([10, 60, 500])
    return opened(lobby(seats, turn_cap=cap).when(0, cmd.Start()), chance)


def cramped(chance: Random, seats: int) -> Table:
    """A position with hardly a pile, few discards, and few wilds in the hands."""
    cards = [text for text in DECK if text not in {"W", "W4"} or chance.random() < 0.3]
    chance.shuffle(cards)
    top = next(text for text in cards if not face(text).is_wild)
    cards.remove(top)
    sizes = [chance.randint(1, 5) for _ in range(seats)]
    hands = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    pile = " ".join(cards.pop() for _ in range(chance.randint(0, 2)))
    under = " ".join(cards.pop() for _ in range(chance.choice([0, 0, 1, 2, 3])))
    direction = chance.choice([1, -1])
    cap = {"turn_cap": chance.choice([10, 60, 200])}
    return given(top, hands, pile=pile, under=under, turn=chance.randrange(seats), direction=direction, options=cap)


def opened(table: Table, chance: Random) -> Table:
    """The table after its shuffle was closed at random."""
    shuffle = table.state.shuffle
    assert shuffle is not None
    cards = [*shuffle.cards, *(table.faces[slot] for slot in shuffle.slots)]
    chance.shuffle(cards)
    laid = {SLOTS_PER_SHUFFLE * shuffle.k + place: card for place, card in enumerate(cards)}
    order = list(range(len(cards)))
    chance.shuffle(order)
    close = cmd.Close(shuffle.k, tuple(order), chance.randrange(len(table.state.taken)))
    return Table(table.state, {**table.faces, **laid}).when(None, close)


def offered(table: Table, seat: int) -> list[cmd.Act]:
    """Every act that a seat's prompt offers."""
    found = table.choices(seat)
    plain = {"draw": cmd.Draw(), "pass": cmd.Pass(), "accept": cmd.Accept(), "challenge": cmd.Challenge()}
    acts: list[cmd.Act] = [plain[act] for act in found.acts if act in plain]
    if "name_colour" in found.acts:
        acts += [cmd.NameColour(colour) for colour in Colour]
    for slot in found.playable:
        acts += [cmd.Play((slot,), colour) for colour in colours(table, slot)]
    return acts


def colours(table: Table, slot: int) -> Sequence[Colour | None]:
    """The colours that may be named with this card."""
    return list(Colour) if face(DECK[table.faces[slot]]).is_wild else [None]


def moved(table: Table, chance: Random) -> Table:
    """The table after one random thing that may happen."""
    if table.state.shuffle:
        return opened(table, chance)
    seat = asked_seat(table.state)
    assert seat is not None
    if chance.random() < 0.03:
        act = cmd.SeatBack(seat) if table.state.seat_at(seat).away else cmd.SeatToBot(seat)
        return table.when(None, act)
    return table.when(seat, chance.choice(offered(table, seat)))


def played(table: Table, chance: Random) -> Iterator[Table]:
    """The table after each act, to the end of the round."""
    for _ in range(ACTS):
        yield table
        if table.state.phase is Phase.OVER:
            return
        table = moved(table, chance)
    raise AssertionError("the round does not end")


chances = st.builds(Random, st.integers(0, 2**32))
games = st.builds(fresh, chances, st.integers(2, 6))
crowded = st.builds(cramped, chances, st.integers(2, 6))
tables = st.one_of(games, crowded)


@drawn(tables, chances)
def test_every_state_on_the_way_holds_together(table: Table, chance: Random) -> None:
    """Cards are conserved at every event, one seat is to act and can, and nothing pending outlives its turn."""
    cards = cards_in_play(table.state)
    before = table.state
    for after in played(table, chance):
        for event in after.happened if after is not table else ():
            before = evolve(before, event)
            returned = isinstance(event, ev.StarterReturned)  # it is in nobody's hands until the shuffle that follows
            assert cards_in_play(before) == cards - returned
        assert before == after.state
        check_state(after)


def check_state(table: Table) -> None:
    """What holds between two acts."""
    state = table.state
    turn_waits = state.phase in TURN_PHASES and state.shuffle is None
    assert (state.shuffle is None) == (state.todo == ())
    if turn_waits:
        assert [seat for seat in state.taken if table.choices(seat).acts] == [state.turn]
        assert (state.debt is not None) == (state.phase is Phase.RESPOND)
    assert (state.colour is None) == (state.phase in {Phase.START_COLOUR, Phase.DEAL})
    assert (state.drawn is not None) == (turn_waits and state.phase is Phase.DRAWN)
    assert state.direction in {1, -1}
    empty = [seat for seat in state.taken if not state.hands[seat]]
    assert not empty or state.phase in {Phase.OVER, Phase.DEAL}
    in_hands = {slot for hand in state.hands for slot in hand}
    assert set(state.discards.slots) <= set(state.opened) <= {*state.discards.slots, *in_hands}
    assert all(len(state.hands[seat]) <= 1 for seat in state.called)
    if state.result:
        assert state.turn is None
        assert empty == ([] if state.result.winner is None else [state.result.winner])


@drawn(tables, chances)
def test_what_is_offered_is_accepted_and_nothing_else_is(table: Table, chance: Random) -> None:
    """Of all acts of all seats exactly those in the prompts are taken; a refusal leaves everything as it was."""
    for now in played(table, chance):
        if chance.random() < 0.2:
            check_acts(now, chance)


def check_acts(table: Table, chance: Random) -> None:
    """Try everything that anybody might ask."""
    state_before, faces_before = public(table.state), dict(table.faces)
    for seat in (*table.state.taken, None):
        allowed = offered(table, seat) if seat is not None and seat == asked_seat(table.state) else []
        for act in conceivable(table, seat, chance):
            outcome = decide(table.rules, table.state, table.faces, cmd.Command(seat, act, table.state.step))
            assert isinstance(outcome, Refusal) == (act not in allowed), (seat, act, outcome)
            if isinstance(outcome, Refusal):
                assert outcome.code in REFUSALS
            else:
                evolve_all(table.state, outcome)
    assert (public(table.state), table.faces) == (state_before, faces_before)


def conceivable(table: Table, seat: int | None, chance: Random) -> Iterator[cmd.Act]:
    """The acts of a turn with every card of the hand, and some of others'."""
    yield from (cmd.Draw(), cmd.Pass(), cmd.Accept(), cmd.Challenge(), cmd.NameColour(chance.choice(list(Colour))))
    hand = table.state.hands[seat] if seat is not None and table.state.hands else ()
    strange = chance.sample(sorted(table.faces), min(3, len(table.faces)))
    for slot in {*hand, *strange}:
        for colour in (None, *Colour):
            yield cmd.Play((slot,), colour)
    yield from (cmd.Play(hand), cmd.Play(hand[:1], None, 0), cmd.Play(hand[:1], None, None, call=True))


@drawn(games, chances)
def test_folding_again_from_any_entry_gives_the_same(table: Table, chance: Random) -> None:
    """The events of a whole game, folded cold or from any state on the way, give the same state and digest."""
    states = [table.state]
    happened: list[tuple[ev.Event, ...]] = []
    for now in played(table, chance):
        if now is not table:
            happened.append(now.happened)
            states.append(now.state)
    start = chance.randrange(len(states))
    state = states[start]
    for index, entry in enumerate(happened[start:], start + 1):
        state = evolve_all(state, entry)
        assert public(state) == public(states[index])
        assert state_digest(state) == state_digest(states[index])
    assert state == states[-1]


@drawn(st.integers(2, 6), chances)
def test_a_game_folds_from_nothing(seats: int, chance: Random) -> None:
    """From the first entry on: no state is needed that the events do not make."""
    keys = [bytes([seat + 1]) * 32 for seat in range(seats)]
    joins = [cmd.Join(key, key, key, key, key * 2, NAMES[seat], None) for seat, key in enumerate(keys)]
    table = Table(initial(), {})
    happened: list[ev.Event] = []
    for seat, act in [*((None, join) for join in joins), (0, cmd.Start())]:
        table = table.when(seat, act)
        happened += table.happened
    begun = opened(table, chance)
    for now in played(begun, chance):
        happened += now.happened
        table = now
    assert evolve_all(initial(), happened) == table.state


@drawn(tables, chances)
def test_a_seat_is_shown_nothing_that_it_may_not_know(table: Table, chance: Random) -> None:
    """Whoever could open every card is shown the same, and offered the same, however the hidden cards lie."""
    for now in played(table, chance):
        if now.state.phase is Phase.OVER or chance.random() > 0.2:
            continue
        seat = chance.choice(now.state.taken)
        other = replace(now, faces=dealt_otherwise(now, seat, chance))
        assert view(now.state, now.faces, seat) == view(now.state, other.faces, seat)
        assert prompt(now, seat) == prompt(other, seat)


def dealt_otherwise(table: Table, seat: int, chance: Random) -> dict[int, int]:
    """The faces with those that the seat cannot know exchanged among each other."""
    known = {*table.state.opened, *table.state.hands[seat]}
    hidden = [slot for slot in table.faces if slot not in known]
    cards = [table.faces[slot] for slot in hidden]
    chance.shuffle(cards)
    return {**table.faces, **dict(zip(hidden, cards, strict=True))}


def prompt(table: Table, seat: int) -> Choices:
    """What the seat is offered."""
    return choices(table.rules, table.state, table.faces, seat)


@drawn(tables, chances)
def test_every_round_ends(table: Table, chance: Random) -> None:
    """It is won, blocked or capped; whoever is first has place 1."""
    *_, last = played(table, chance)
    result = last.state.result
    assert result is not None
    assert result.why in {"empty", "blocked", "cap"}
    assert (result.why == "empty") == (result.winner is not None)
    assert min(result.places) == 1
    assert result.winner is None or result.places.count(1) == 1


def test_random_games_meet_what_is_rare() -> None:
    """The properties above say something: their games block, are capped, recycle, waive, bluff and turn wilds up."""
    met: set[str] = set()
    for seed in range(60):
        chance = Random(seed)
        for table in (fresh(chance, 2 + seed % 5), cramped(chance, 2 + seed % 5)):
            for now in played(table, chance):
                met |= {EVENT_KINDS.name(event) for event in now.happened}
                met |= {now.state.phase.value, now.state.result.why if now.state.result else ""}
                met |= {event.verdict for event in now.happened if isinstance(event, ev.Challenged)}
    assert met >= {"blocked", "cap", "empty", "recycled", "waived", "shuffle-begun", "bluff", "honest"}
    assert met >= {"start-colour", "starter-returned", "respond", "seat-to-bot", "seat-back"}
