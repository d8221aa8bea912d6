"""Computer players: each choice is made again from what its seat could see, with the numbers that the dealer revealed.

That it did *not* act out of turn is nothing a log can show.
"""

from __future__ import annotations

from ono_core.bots import choose, notices
from ono_core.fair.shuffles import bot_seed, bot_stream
from ono_core.game.choices import choices
from ono_core.game.commands import Act, Catch
from ono_core.game.computers import VERSION
from ono_core.game.view import view
from ono_core.log.entries import ByBot
from ono_core.log.kinds import SEAT_ACT_KINDS
from ono_core.log.proofs import ShuffleProof
from ono_replay.audit.case import Case, Unknown, by_table
from ono_replay.audit.findings import Finding
from ono_replay.replay import Step


def rerun(case: Case, step: Step) -> Finding | None:
    """Whether a computer's act is its policy's; the entry is one that the rules give."""
    cause = step.entry.cause
    if not isinstance(cause, ByBot):
        return None
    if step.before.seat_at(cause.seat).version != VERSION:
        return by_table("bot-version", step, f"seat {cause.seat}: version {VERSION} expected")
    deal = case.deal_before(step.index)
    if deal is None or not deal.dealer_value:
        return by_table("bot-unchecked", step, f"seat {cause.seat}: the numbers it drew are not revealed")
    try:
        found = _checked(case, step, cause, deal)
    except Unknown as unknown:
        return by_table("bot-unchecked", step, str(unknown))
    case.bots += 1
    return found


def _checked(case: Case, step: Step, cause: ByBot, deal: ShuffleProof) -> Finding | None:
    if isinstance(cause.act, Catch):
        return _unnoticed(case, step, cause.seat, cause.act, deal)
    act = _chosen(case, step, cause.seat, deal)
    if act == cause.act:
        return None
    return by_table("bot-differs", step, f"seat {cause.seat}: its policy gives {_plain(act)}, got {_plain(cause.act)}")


def _unnoticed(case: Case, step: Step, seat: int, act: Catch, deal: ShuffleProof) -> Finding | None:
    """Whether a computer caught a missed call that its numbers do not let it see."""
    stream = bot_stream(bot_seed(deal.dealer_value, case.book.gid, seat, deal.mix), "catch", act.exposed)
    sees = notices(step.before.seat_at(seat).level, stream.draw)
    return None if sees else by_table("bot-differs", step, f"seat {seat}: its policy does not catch here")


def _chosen(case: Case, step: Step, seat: int, deal: ShuffleProof) -> Act:
    state = step.before
    own = {slot: case.faces[slot] for slot in state.hands[seat]}
    seed = bot_seed(deal.dealer_value, case.book.gid, seat, deal.mix)
    offered = choices(case.rules(step.before), state, case.faces, seat)
    seen = view(state, own, seat, case.replay.notes(step.index - 1))
    return choose(state.seat_at(seat).level, seen, offered, bot_stream(seed, "move", state.step).draw)


def _plain(act: Act) -> str:
    return f"{SEAT_ACT_KINDS.plain(act)}"
