"""`ono serve` with one fault put in, for what must find it: `python -m tests.cli.broken FAULT --data DIR --port 0`.

Nothing of this is in the product: a function is replaced here, before anything is served.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from ono_cli.__main__ import main as ono
from ono_core.game.state import Phase
from ono_core.log import admission, book
from ono_core.log.codec import CodecFault
from ono_net import connection, messages, room, session, table, tablebook
from ono_net.limits import Bucket
from ono_net.messages import Pong, Replaced

Old: TypeAlias = Callable[..., Any]
"""The function that was there."""


class Fault(NamedTuple):
    """The clause that must be found broken, words of what is told then, and how a function is replaced."""

    clause: str
    words: str
    owner: object
    name: str
    make: Callable[[Old], Old]

    @property
    def is_silence(self) -> bool:
        """Whether what is found broken is that nothing comes."""
        return NOTHING_CAME in self.words


NOTHING_CAME = "nothing came in "

FAULTS: dict[str, Fault] = {}


def fault(clause: str, words: str, owner: object, name: str) -> Callable[[Callable[[Old], Old]], None]:
    """Note a fault: it is made of the function that it takes the place of."""

    def noted(make: Callable[[Old], Old]) -> None:
        FAULTS[make.__name__] = Fault(clause, words, owner, name, make)

    return noted


@fault("1.8", f"error bad-message expected, but {NOTHING_CAME}", messages, "_filled")
def takes_unknown_fields(old: Old) -> Old:
    """What a message has too much is passed over."""

    def filled(kind: Any, fields: Any) -> Any:
        return old(kind, {name: fields[name] for name in kind.__struct_fields__ if name in fields})

    return filled


@fault("1.10", f"error bad-message expected, but {NOTHING_CAME}", messages, "unpacked")
def takes_other_spellings(old: Old) -> Old:
    """Messages are read by a plain reader of msgpack."""

    def unpacked(raw: bytes, *, limit: int = 0) -> Any:
        try:
            return msgspec.msgpack.decode(raw)
        except msgspec.DecodeError as error:
            raise CodecFault("not-msgpack", str(error)) from error

    return unpacked


@fault("1.1", "a proof for host", session, "_welcome_text")
def welcomes_for_another_host(old: Old) -> Old:
    """The proof is made without the host."""

    def text(host: bytes, client: bytes, own: bytes) -> Any:
        return old(b"", client, own)

    return text


@fault("1.2", "the same nonce", session.TableSession, "__init__")
def has_one_nonce(old: Old) -> Old:
    """Every connection gets the same."""

    def init(self: object, secret: bytes, host: str, nonce: bytes) -> None:
        old(self, secret, host, bytes(32))

    return init


@fault("1.3", f"error bad-proof expected, but {NOTHING_CAME}", session, "verify")
def believes_every_proof(old: Old) -> Old:
    """Who a client is, it only has to say."""

    def verify(*given: object) -> bool:
        return True

    return verify


@fault("1.14", "got 78", connection.Connection, "send")
def answers_another_number(old: Old) -> Old:
    """A pong counts one up."""

    async def send(self: object, message: Any) -> None:
        await old(self, Pong(message.n + 1) if isinstance(message, Pong) else message)

    return send


@fault("1.17", "error no-such-room came", connection, "code_of")
def minds_small_letters(old: Old) -> Old:
    """A code is taken as it comes."""

    def code_of(text: str) -> str | None:
        return text if old(text) == text else None

    return code_of


@fault("1.20", "wrong-digest", book, "state_digest")
def writes_wrong_digests(old: Old) -> Old:
    """No digest is that of the state once the game has begun."""

    def digest(state: Any) -> Any:
        return old(state) if state.phase is Phase.LOBBY else bytes(16)

    return digest


@fault("1.21", "0 entries after the head expected", table.Table, "_after")
def sends_entries_twice(old: Old) -> Old:
    """Who comes back is sent the whole log."""

    def after(self: object, head: object) -> int:
        old(self, head)
        return 0

    return after


@fault("5.1", f"error log-rolled-back expected, but {NOTHING_CAME}", table.Table, "_after")
def takes_every_head(old: Old) -> Old:
    """What a client holds is not compared."""

    def after(self: Any, head: Any) -> int:
        return 0 if head is None else min(head[1] + 1, len(self.room.book))

    return after


@fault("2.1", f"replaced expected, but {NOTHING_CAME}", connection.Connection, "end")
def never_replaces(old: Old) -> Old:
    """An older connection is left alone."""

    def end(self: object, code: int, last: object) -> None:
        if not isinstance(last, Replaced):
            old(self, code, last)

    return end


@fault("4.1", "refusal counter-used", room.Room, "command")
def answers_a_repeated_command_anew(old: Old) -> Old:
    """Its counter was used: by itself."""

    def command(self: object, *args: Any, **kwargs: Any) -> Any:
        done = old(self, *args, **kwargs)
        is_known = isinstance(done, room.Answer) and done.index is not None
        return replace(done, index=None, code="counter-used", counter=1) if is_known else done

    return command


@fault("4.2", "bad-command-signature", admission, "signature_objection")
def takes_every_signature(old: Old) -> Old:
    """Commands are not checked."""

    def objection(*given: object) -> None:
        return None

    return objection


@fault("4.3", "got 0", tablebook.TableBook, "next_counter")
def forgets_counters(old: Old) -> Old:
    """It names no next counter."""

    def next_counter(self: object, identity: bytes) -> int:
        return 0

    return next_counter


@fault("6.1", "challenge was offered", room.Room, "choices")
def offers_what_it_refuses(old: Old) -> Old:
    """A challenge, always."""

    def choices(self: object, seat: int) -> Any:
        told = old(self, seat)
        return replace(told, acts=(*told.acts, "challenge")) if told.acts else told

    return choices


@fault("3.1", "is not in its close", room.Room, "_close")
def leaves_a_seed_out(old: Old) -> Old:
    """The last one that comes is as if it had not."""

    def close(self: Any, now: int) -> Any:
        self._reveals.popitem()
        return old(self, now)

    return close


@fault("5.2", "error too-many expected", Bucket, "take")
def has_no_limit(old: Old) -> Old:
    """Everybody may say as much as they like."""

    def take(self: object, now: float, tokens: float = 1) -> float:
        return 0.0

    return take


@fault("9.2", f"error not-host expected, but {NOTHING_CAME}", table.Table, "_is_host")
def lets_everybody_host(old: Old) -> Old:
    """The door is set by whoever likes."""

    def is_host(self: object, identity: bytes) -> bool:
        return True

    return is_host


def main() -> int:
    """Serve until told to end."""
    put_in = FAULTS[sys.argv[1]]
    setattr(put_in.owner, put_in.name, put_in.make(getattr(put_in.owner, put_in.name)))
    return ono(["serve", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
