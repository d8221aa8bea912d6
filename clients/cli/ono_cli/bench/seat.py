"""A seat of the load: a connection with keys of its own, that opens its notes, knows its cards and signs its commands.

It is as light as an honest client can be. One seat of each room reads the entries for all four (load.py): from it they
have the head that they sign and the cards that were sealed to them. The others take their frames in and count them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any, ClassVar, Final, cast

import msgpack  # type: ignore[import-untyped]  # it comes without types
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ono_cli.bench.wire import Wire
from ono_core.fair import slots
from ono_core.fair.keys import sign
from ono_core.fair.transcript import derived
from ono_core.game import commands as cmd
from ono_core.game.faces import Colour
from ono_core.log.codec import packed_own
from ono_core.log.entries import Signed, SignedAct, command_body, final_text, sign_command
from ono_net.messages import FromClient, pack
from ono_net.player import GameKeys
from ono_net.session import ClientSession

ENTRIES: Final = b"\x92\xa7entries\x81\xa7entries"
NOTE: Final = b"\x92\xa4note\x81\xa4data"
"""How the two messages begin of which there are many."""

_NO_SIGNATURE: Final = bytes(64)
_COLOURS: Final = tuple(Colour)
_OTHER: Final[dict[str, cmd.Act]] = {
    "draw": cmd.Draw(),
    "pass": cmd.Pass(),
    "accept": cmd.Accept(),
    "challenge": cmd.Challenge(),
}
"""What answers a prompt where no card can be played, and nothing need be named."""

_ASKED: Final = frozenset({"play", "name_colour", *_OTHER})

Fields = dict[str, Any]
unpacked: Callable[[bytes], Any] = cast("Callable[[bytes], Any]", msgpack.unpackb)  # pyright: ignore[reportUnknownMemberType]
"""Bytes of the server that is measured, taken without the checks of a reader who trusts nobody."""


class Keys(GameKeys):
    """A player's keys with a shorter chain of seeds: the server sees no difference, and the load is not the limit."""

    LINKS: ClassVar = 64


class Seat:
    """One player of a room."""

    def __init__(self, number: int, secret: bytes, *, signs: bool) -> None:
        """Seat `number` of its room; who does not sign sends zeros instead."""
        self.number = number
        self.wire: Wire
        self.session: ClientSession
        self.keys: Keys
        self.held = 0
        """Entries of the present game that were received."""
        self.game = b""
        self.is_in = False
        """Whether it has been told who is there, and with that everything before."""
        self.prompt: Fields = {}
        """The newest prompt."""
        self.sent: deque[type[cmd.Act]] = deque()
        """What it has asked for and not been answered; answers come in order."""
        self._secret = secret
        self._signs = signs
        self._counter = 0
        self._faces: dict[int, int] = {}
        self._pads = b""
        self._notes: ChaCha20Poly1305 | None = None

    # Coming in

    def connect(self, host: str, nonce: bytes) -> None:
        """Connect, anew if it was connected before."""
        self.session = ClientSession(self._secret, host, nonce)
        self.wire = Wire(host)
        self.is_in = False

    def hello(self) -> None:
        """Begin the handshake."""
        self.say(self.session.hello("ono bench"))

    def say(self, message: FromClient) -> None:
        """Send a message."""
        self.wire.send(pack(message))

    def begin(self, game: bytes) -> None:
        """Follow a game; of one that was followed before nothing is forgotten."""
        if self.game == game:
            return
        self.game, self.keys = game, Keys(self._secret, game)
        self.held, self._counter, self._notes = 0, 0, None
        self.sent, self._faces = deque(), {}

    def meet(self, dealer: bytes) -> None:
        """Take in the dealer's key: what is sealed to this seat can be opened from now on."""
        keys = self.keys
        self._pads = slots.shared_key(keys.gid, keys.x25519_secret, dealer, dealer, keys.x25519)
        self._notes = ChaCha20Poly1305(derived(self._pads, "ono1/note-key"))

    # What it is told

    def take_cards(self, hand: Sequence[int], sealed: bytes) -> None:
        """Open the cards that were sealed to it."""
        for at, slot in enumerate(hand):
            data = sealed[slots.SEALED_SIZE * at : slots.SEALED_SIZE * (at + 1)]
            self._faces[slot], _ = slots.unsealed(self._pads, slots.shuffle_of(slot), slots.place_of(slot), data)

    def opened(self, message: bytes) -> tuple[str, Fields]:
        """Kind and fields of the message in a note."""
        assert self._notes, "notes come to those who have met the dealer"
        data = unpacked(message)[1]["data"]
        plain = self._notes.decrypt(data[: slots.NONCE_SIZE], data[slots.NONCE_SIZE :], None)
        kind, fields = unpacked(plain[4 : 4 + int.from_bytes(plain[:4])])
        return kind, fields

    # What it says

    def ask(self, act: cmd.Act, head: tuple[int, bytes], step: int | None = None) -> float:
        """Send a signed command, having seen this head; when its bytes were sent."""
        self._counter += 1
        seat = None if isinstance(act, cmd.Join) else self.number
        said = SignedAct(seat, self._counter, head[0], head[1], step, act)
        keys = self.keys
        if self._signs:
            signed = sign_command(keys.session_secret, keys.gid, said)
        else:
            signed = Signed(command_body(said), _NO_SIGNATURE)
        self.sent.append(type(act))
        message = packed_own(["command", {"body": signed.body, "sig": signed.sig}])
        now = perf_counter()
        self.wire.send(message)
        return now

    def cosign(self, head: tuple[int, bytes]) -> None:
        """Sign the end of the game."""
        keys = self.keys
        sig = sign(keys.session_secret, final_text(keys.gid, *head)) if self._signs else _NO_SIGNATURE
        self.ask(cmd.Cosign(*head, sig), head)

    def answer(self, wilds: frozenset[int], chance: Random) -> cmd.Act:
        """What this seat does, as its prompt asks: a card that it may play, else something else that it may do."""
        prompt = self.prompt
        acts: list[str] = prompt["acts"]
        if "name_colour" in acts:
            return cmd.NameColour(chance.choice(_COLOURS))
        if "play" not in acts:
            return _OTHER[next(act for act in acts if act in _OTHER)]
        slot = chance.choice([slot for slot, refusal in prompt["cards"] if refusal is None])
        colour = chance.choice(_COLOURS) if self._faces[slot] in wilds else None
        target = chance.choice(prompt["targets"]) if slot in prompt["swaps"] else None
        return cmd.Play((slot,), colour, target, call=slot in prompt["lasts"])


def is_asked(prompt: Fields) -> bool:
    """Whether a prompt asks its seat to act, beside what may be said at any time."""
    return not _ASKED.isdisjoint(prompt["acts"])
