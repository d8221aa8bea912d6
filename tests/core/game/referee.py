"""A second, small judge of a game: it reads plain events, and knows cards, hands and turns in its own way.

It shares no code with the engine. From ``[kind, {fields}]``, the deck's texts and the options it keeps hands, pile and
discards, and says at every ``asked`` who had to be asked: after skips and reverses, with two seats, after a jump-in,
when a seat was removed, and when cards were owed, taken, answered or disputed. The other rules it leaves alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Slots = list[int]


class Referee:
    """One game's table; ``see`` raises AssertionError at the first event that does not follow."""

    def __init__(self, deck: Sequence[str], options: Mapping[str, Any], seats: Sequence[int]) -> None:
        """A table before its first deal: the face of each card id, every option, and the seats that play."""
        self.deck, self.options = deck, options
        self.seats, self.ring, self.out = set(seats), max(seats) + 1, list[int]()
        self.sitting = set[int]()
        self.hands: dict[int, Slots] = {seat: [] for seat in seats}
        self.pile: Slots = []
        self.discards: Slots = []
        self.aside: Slots = list(range(len(deck)))
        """Slots that are nowhere else: in a shuffle, or a starter that goes back."""
        self.opened: dict[int, int] = {}
        self.k, self.into = 0, ""
        self.turn, self.phase, self.step, self.turns, self.stuck = -1, "", 0, 0, 0
        self.direction = self.wanted = 1
        self.owed, self.dealer, self.mover, self.must_ask = 0, -1, -1, False
        self.next, self.next_phase = -1, "play"
        self.due: list[list[int]] = []
        """[seat, cards] that have still to be drawn."""

    def see(self, plain: Sequence[Any]) -> None:
        """Take in the next event."""
        kind, fields = plain
        before = self._count()
        handler = getattr(self, "_on_" + kind.replace("-", "_"), None)
        if handler:
            handler(**fields)
        expected = len(self.deck) if fields.get("into") == "deck" else before
        assert self._count() == expected, f"{self._count()} cards, not {expected}"

    def _count(self) -> int:
        held = sum(map(len, self.hands.values()))
        return held + len(self.pile) + len(self.discards) + len(self.aside)

    def after(self, seat: int, places: int = 1, direction: int | None = None) -> int:
        """The seat so many places on, counted chair by chair."""
        while places:
            seat = (seat + (direction or self.direction)) % self.ring
            places -= seat in self.hands
        return seat

    def _taken(self, slots: Sequence[int]) -> Slots:
        taken, self.pile = self.pile[: len(slots)], self.pile[len(slots) :]
        assert taken == [*slots], "cards come from the top of the pile"
        return taken

    def _see_faces(self, slots: Sequence[int], cards: Sequence[int]) -> None:
        for slot, card in zip(slots, cards, strict=True):
            assert self.opened.setdefault(slot, card) == card, "a card has one face"
        assert len(set(self.opened.values())) == len(self.opened), "no card is in two places"

    def _symbol(self, slot: int) -> str:
        text = self.deck[self.opened[slot]]
        return text if text in {"W", "W4", "SH", "SW", "CU"} else text[1:]

    # The deal

    def _on_shuffle_begun(self, k: int, cards: list[int], slots: list[int], into: str) -> None:
        assert k == self.k + 1
        if into == "deck":
            gone, self.opened, self.sitting = self.aside, {}, set[int]()
            self.hands, self.pile, self.discards = {seat: [] for seat in self.hands}, [], []
            assert (cards, slots) == ([*range(len(self.deck))], [])
        elif into == "pile":
            gone = [*self.pile, *self.discards[:-1], *self.aside]
            self.pile, self.discards = [], self.discards[-1:]
        else:
            gone = [slot for hand in self.hands.values() for slot in hand]
            self.hands = {seat: [] for seat in self.hands}
        if into != "deck":
            assert slots == sorted(slot for slot in gone if slot not in self.opened)
            assert cards == sorted(self.opened.pop(slot) for slot in gone if slot in self.opened)
        self.k, self.into = k, into
        self.aside = [256 * k + place for place in range(len(cards) + len(slots))]

    def _on_shuffle_closed(self, k: int, order: list[int]) -> None:
        assert (k, sorted(order)) == (self.k, [*range(len(self.aside))])
        self.pile, self.aside = [*(256 * k + place for place in order), *self.pile], []

    def _on_sat_out(self, seats: list[int]) -> None:
        assert self.options["missing_reveal"] == "sit_out"
        self.sitting = {*seats}

    def _on_deal_drawn(self, slots: list[int], cards: list[int], **_: Any) -> None:
        self.discards += self._taken(slots)
        self._see_faces(slots, cards)

    def _on_round_began(self, round: int, deal_seat: int, seats: list[int]) -> None:  # noqa: A002 - a field's name
        assert {*seats} == self.seats - {*self.out} - self.sitting, "all who are still in the game are dealt in"
        self.hands, self.direction, self.wanted = {seat: [] for seat in seats}, 1, 1
        assert deal_seat == self.after(self.dealer) if round > 1 else deal_seat in seats
        self.dealer = self.mover = deal_seat
        self.due, self.turns, self.stuck, self.owed, self.turn, self.phase = [], 0, 0, 0, -1, ""

    def _on_dealt(self, hands: list[list[int]]) -> None:
        seat = self.mover
        count = sum(map(len, hands)) if self.into == "hands" else len(self.hands) * self.options["deal"]
        for slot in self._taken(self.pile[:count]):
            seat = self.after(seat)
            self.hands[seat].append(slot)
        assert [*map(list, hands)] == [self.hands.get(seat, []) for seat in range(len(hands))], "dealt in turn"

    def _on_starter_turned(self, slot: int, card: int) -> None:
        self.discards += self._taken([slot])
        self._see_faces([slot], [card])
        symbol, dealer, alone = self._symbol(slot), self.dealer, len(self.hands) == 2
        self.wanted = -1 if symbol == "R" else 1
        reversed_ = {"right": self.after(dealer, 1, -1), "deals": dealer, "first": self.after(dealer)}
        self.due = [[self.after(dealer), 2]] if symbol == "D" else []
        self.next_phase = "start-colour" if symbol == "W" else "play"
        self.next = self.after(dealer, 2 if symbol in {"S", "D"} else 1)
        if symbol == "R":
            self.next = dealer if alone else reversed_[self.options["start_reverse"]]

    def _on_starter_returned(self, slot: int) -> None:
        assert self.discards[-1] == slot
        self.aside = [self.discards.pop()]

    # Plays

    def _on_played(self, seat: int, slots: list[int], cards: list[int], **_: Any) -> None:
        jumps, top = seat != self.turn, self.deck[self.opened[self.discards[-1]]]
        assert not jumps or (self.options["jump_in"], self.phase) == (True, "play")
        assert not jumps or self.deck[cards[-1]] == top, "a jump-in is identical"
        assert not jumps or len(cards) == 1 or top[1:] == "A", "a jump-in is one card, and what an All In takes along"
        assert not self.due
        self._see_faces(slots, cards)
        for slot in slots:
            self.hands[seat].remove(slot)
        self.discards += slots
        self.mover, self.stuck, self.next_phase = seat, 0, "play"
        count = sum(self.deck[card] == self.deck[cards[-1]] for card in cards)
        self._act(seat, self._symbol(slots[-1]), count)

    def _act(self, seat: int, symbol: str, count: int) -> None:
        alone, ends, turns = len(self.hands) == 2, not self.hands[seat], symbol == "R" and count % 2 == 1
        takes = {"D": 2 * count, "W4": 4}.get(symbol, 0)
        self.owed += takes
        self.wanted = -self.direction if turns else self.direction
        by_option = self.options["stack"] != "none" or (symbol, self.options["wild_draw_four"]) == ("W4", "challenge")
        self.must_ask = takes > 0 and not ends and by_option
        serves = takes > 0 and (not ends or self.options["serve_last"])
        self.due = [[self.after(seat), self.owed]] if serves else []
        if alone and symbol in {"S", "R"}:
            self.next = seat
        else:
            self.next = self.after(seat, 1 + (count if symbol == "S" else takes > 0), self.wanted)

    def _on_reversed(self, direction: int) -> None:
        assert direction == -self.direction == self.wanted
        self.direction = direction

    def _on_hands_moved(self, givers: list[int], takers: list[int]) -> None:
        if self._symbol(self.discards[-1]) == "0":
            assert sorted(givers) == sorted(self.hands)
            assert [*takers] == [self.after(giver) for giver in givers]
        else:
            assert (len(givers), givers[0], [*takers]) == (2, self.mover, [*givers][::-1])
        before = dict(self.hands)
        self.hands.update((taker, before[giver]) for giver, taker in zip(givers, takers, strict=True))

    # Cards owed, and drawn

    def _on_owed(self, seat: int, debt: list[Any]) -> None:
        assert (self.must_ask, self.due, debt[1]) == (True, [[seat, debt[0]]], self.mover), "who owes how much to whom"
        self.due, self.next, self.next_phase, self.must_ask = [], seat, "respond", False

    def _on_accepted(self, seat: int) -> None:
        assert (seat, self.phase) == (self.turn, "respond")
        self.due, self.next, self.next_phase = [[seat, self.owed]], self.after(seat), "play"

    def _on_challenged(self, seat: int, accused: int, verdict: str, **_: Any) -> None:
        assert (seat, self.phase, accused) == (self.turn, "respond", self.mover)
        bluff, self.next_phase = verdict == "bluff", "play"
        self.due = [[accused, self.owed]] if bluff else [[seat, self.owed + 2]]
        self.next = seat if bluff else self.after(seat)

    def _on_caught(self, seat: int, by: int) -> None:
        assert (len(self.hands[seat]), seat != by, by in self.hands) == (1, True, True)
        self.due = [[seat, self.options["call_penalty"]]]

    def _on_mistaken(self, seat: int, **_: Any) -> None:
        self.due = [[seat, self.options["false_call"]]]

    def _on_drew(self, seat: int, slots: list[int], why: str) -> None:
        self.hands[seat] += self._taken(slots)
        self._received(seat, len(slots), why)

    def _on_recycled(self, seat: int, slot: int, why: str) -> None:
        assert (self.pile, self.discards[:-1]) == ([], [slot]), "the only card that can be drawn"
        self.hands[seat].append(self.discards.pop(0))
        self._received(seat, 1, why)

    def _received(self, seat: int, count: int, why: str) -> None:
        self.stuck = 0
        if why in {"turn", "clock"}:
            assert (seat, self.phase) == (self.turn, "play")
            self.next, self.next_phase = seat, "drawn"
        else:
            self._paid(seat, count)

    def _on_waived(self, seat: int, count: int) -> None:
        assert seat not in self.hands or (not self.pile and len(self.discards) == 1), "cards could be drawn"
        if self.due or seat in self.hands:
            self._paid(seat, count)

    def _paid(self, seat: int, count: int) -> None:
        assert not self.must_ask, "who owes is asked first"
        assert self.due, f"nothing is due, and seat {seat} draws"
        debtor, left = self.due[0]
        assert (debtor, count <= left) == (seat, True), f"{self.due} is due"
        self.due = [[seat, left - count]] if count < left else []

    def _on_shown(self, slots: list[int], cards: list[int], **_: Any) -> None:
        self._see_faces(slots, cards)

    # Turns, and the end

    def _on_asked(self, seat: int, phase: str, step: int, turns: int, drawn: int | None) -> None:
        expected = self.next if self.next in self.hands else self.after(self.next)
        assert (seat, phase) == (expected, self.next_phase), f"seat {expected} is to be asked to {self.next_phase}"
        assert (step, turns) == (self.step + 1, self.turns + (phase == "play"))
        assert not self.due, f"{self.due} is due"
        assert self.direction == self.wanted
        assert all(self.hands.values()), "who has no card has won"
        assert len(self.hands) > 1, "who is alone has won"
        assert drawn == (self.hands[seat][-1] if phase == "drawn" else None)
        self.turn, self.phase, self.step, self.turns = seat, phase, step, turns
        self.owed = self.owed if phase == "respond" else 0

    def _on_colour_named(self, seat: int, **_: Any) -> None:
        assert (seat, self.phase) == (self.turn, "start-colour")
        self.next, self.next_phase, self.phase = seat, "play", "play"

    def _on_passed(self, seat: int, stuck: int) -> None:
        has_drawn = self.next_phase == "drawn" or seat not in self.hands
        assert (seat, stuck) == (self.turn, 0 if has_drawn else self.stuck + 1)
        assert not stuck or not (self.pile or self.discards[1:]), "who can draw is not stuck"
        self.stuck, self.next, self.next_phase = stuck, self.after(seat), "play"

    def _on_seat_removed(self, seat: int, **_: Any) -> None:
        self.seats.discard(seat)
        self.discards = self.hands.pop(seat, []) + self.discards
        if seat == self.turn:
            self.next = self.next if self.aside else seat
            self.next_phase = "start-colour" if self.phase == "start-colour" else "play"

    def _on_round_ended(self, winner: int | None, why: str, hands: list[list[int]], out: list[int], **_: Any) -> None:
        over = {
            "empty": winner == self.mover and not self.hands.get(winner or 0) and not self.due,  # perhaps removed
            "blocked": winner is None and self.stuck >= len(self.hands),
            "cap": winner is None and self.turns >= self.options["turn_cap"] and not self.due,
            "absent": {*self.hands} == {winner} if winner is not None else not any(self.hands.values()),
            "alone": self.seats - {*self.out} == (set() if winner is None else {winner}),
        }
        assert over[why], f"the round is not over because of {why}"
        assert [*map(len, hands)] == [len(self.hands.get(seat, [])) for seat in range(len(hands))]
        for seat, slots in self.hands.items():
            self._see_faces(slots, hands[seat])
        self.out, self.turn = out, -1
