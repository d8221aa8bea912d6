"""Clauses of commands in a lobby: what is applied once, and what is refused with which code."""

from __future__ import annotations

from msgspec.structs import replace

from ono_cli.conformance.clauses import Broken, expect
from ono_cli.conformance.ground import SERVER, Ground
from ono_cli.conformance.wire import BadLog
from ono_core.game.commands import AddBot, Leave, SetOptions, Start, Unseat
from ono_core.game.events import BotSeated
from ono_core.log.codec import packed
from ono_net.messages import Answer, Note

BOT = AddBot("easy", None)


@SERVER.clause("4.1", "A command sent twice is applied once, and answered the same")
async def twice(ground: Ground) -> None:
    """One computer player is seated by two equal commands."""
    async with ground.hosting() as host:
        before = len(host.events(BotSeated))
        command = host.guest.act(BOT)
        first, second = await host.answer(command), await host.answer(command)
        expect(first.index is not None, f"an index expected, got {_outcome(first)}")
        expect(first == second, f"the same answer expected, got {_outcome(first)} and then {_outcome(second)}")
        came = host.events(BotSeated)[before:]
        expect(len(came) == 1, f"one computer player expected, got {len(came)}")
        await host.act(Unseat(came[0].seat))


def _outcome(answer: Answer) -> str:
    return f"refusal {answer.refusal.code}" if answer.refusal else f"entry {answer.index}"


@SERVER.clause("4.2", "A command whose signature is not good is refused: `bad-signature`")
async def bad_signature(ground: Ground) -> None:
    """Another's signature, and one of zeros."""
    async with ground.hosting() as host:
        other = host.forged(Start())
        try:
            for sig in (other.sig, bytes(64)):
                await host.refused("bad-signature", host.forged(BOT, sig=sig))
        except BadLog as bad:
            raise Broken(f"it stands in the log: {bad}") from None


@SERVER.clause("4.3", "A counter that was used is refused: `counter-used`, with the next free one")
async def counter_used(ground: Ground) -> None:
    """The host's last one again."""
    async with ground.hosting() as host:
        used = host.player.book.counters[host.player.keys.session]
        answer = await host.refused("counter-used", host.forged(BOT, counter=used))
        assert answer.refusal is not None, "it was refused"
        expect(answer.refusal.counter == used + 1, f"counter {used + 1} expected, got {answer.refusal.counter}")


@SERVER.clause("4.4", "Who has no seat is refused: `not-seated`; another's seat is not one's own")
async def not_seated(ground: Ground) -> None:
    """A spectator speaks, for itself and for the host."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        for seat in (None, host.player.seat):
            await guest.refused("not-seated", guest.forged(Start(), seat=seat, counter=1))


@SERVER.clause("4.5", "A head that is not in the log, or older than one seen before, is refused: `unknown-head`")
async def unknown_head(ground: Ground) -> None:
    """Another hash, an index that is not there."""
    async with ground.hosting() as host:
        await host.refused("unknown-head", host.forged(BOT, seen_hash=bytes(32)))
        await host.refused("unknown-head", host.forged(BOT, seen_index=len(host.player.book)))


@SERVER.clause("4.6", "Bytes that are no command, and acts that only the table may do, are refused: `bad-command`")
async def bad_command(ground: Ground) -> None:
    """Noise, an act with a field too many, the seal."""
    async with ground.hosting() as host:
        book, counter = host.player.book, host.player.book.counters[host.player.keys.session] + 1
        frame = [host.player.seat, counter, book.head.index, book.head.hash, None]
        for body in (b"noise", packed([*frame, ["leave", {"now": True}]]), packed([*frame, ["seal", {}]])):
            await host.refused("bad-command", host.forged(Leave(), body=body))


@SERVER.clause(
    "4.7", "Keys for which the connection's identity does not vouch are refused: `bad-certificate`, in clear"
)
async def bad_certificate(ground: Ground) -> None:
    """A certificate of nothing, and another's identity."""
    async with ground.hosting() as host, ground.someone("Wanda", host.room) as guest:
        join = guest.player.keys.join("Wanda")
        for bad in (replace(join, cert=bytes(64)), replace(join, identity=host.player.keys.identity)):
            await guest.refused("bad-certificate", guest.forged(bad, seat=None, counter=1))


@SERVER.clause("4.8", "What the rules refuse is answered by the rule's code, and no entry stands for it")
async def refused_by_rules(ground: Ground) -> None:
    """Two seats for one, options that there are not, a start with too few."""
    async with ground.hosting() as host:
        await host.refused("already-seated", host.player.keys.join("Hana"))
        await host.refused("bad-option", SetOptions({"preset": "boardflix", "wings": 2}))
        await host.refused("too-few-seats", Start())


@SERVER.clause("2.7", "A witness holds no seat, is answered in clear, counts as a spectator, and may leave")
async def witness(ground: Ground) -> None:
    """One comes and goes."""
    async with ground.hosting() as host, ground.someone("Wim", host.room) as guest:
        await guest.act(guest.player.witness("Wim"))
        expect(guest.player.number in guest.player.state.witnesses, "a witness expected in the log")
        expect(not any(isinstance(message, Note) for message in guest.wire.heard), "a note came to who has no seat")
        expect(guest.guest.presence.spectators >= 1, "the witness expected among the spectators")
        await guest.act(Leave())
