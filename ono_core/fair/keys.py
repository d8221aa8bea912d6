"""Identities and the keys of one game: Ed25519 signatures, X25519 agreement, derived secrets.

Libraries disagree about crafted keys and signatures, and one log must have one verdict everywhere. So a key
is checked once, when it is introduced (`key_ok`); after that `verify` asks the same question of every library
(fairness.md 1.4).
"""

from base64 import b32encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from ono_core.fair.transcript import derived, hashed

KEY_SIZE = 32
SIGNATURE_SIZE = 64
FINGERPRINT_SIZE = 10

_IDENTITY_POINT = b"\x01" + bytes(31)
_FIELD = 2**255 - 19
_LOW_BITS = 2**255 - 1
_SMALL_ORDER = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
    }
)
_GROUP = 2**252 + 27742317777372353535851937790883648493


def _unit_scalar() -> int:
    """The X25519 scalar that is plus or minus 1 in the prime group and 0 in the torsion group.

    X25519 takes multiples of 8 from 2^254 to 2^255; of the two multiples of 8 that fit, one lies there.
    """
    scalar = 8 * pow(8, -1, _GROUP)
    return scalar if scalar >= 2**254 else 8 * _GROUP - scalar


_UNIT = X25519PrivateKey.from_private_bytes(_unit_scalar().to_bytes(KEY_SIZE, "little"))


def public_key(secret: bytes) -> bytes:
    """The Ed25519 public key of a 32-byte secret."""
    return _signer(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    """The Ed25519 signature, 64 bytes; the message must be an `encode`d one, so that it has a label."""
    return _signer(secret).sign(message)


@lru_cache(maxsize=64)
def _signer(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


def key_ok(public: bytes) -> bool:
    """Whether this is a canonical Ed25519 key of the prime group: not of small order, no torsion part.

    Multiplying by the unit scalar on the Montgomery curve removes a torsion part and changes nothing else, so
    the point must come back. Small order gives zero, which X25519 refuses. What is no point of the curve lies
    on its twist, where the scalar is no unit, so it does not come back either.
    """
    if len(public) != KEY_SIZE:
        return False
    y = int.from_bytes(public, "little") & _LOW_BITS
    if not 1 < y < _FIELD:
        return False
    u = ((1 + y) * pow(1 - y, -1, _FIELD) % _FIELD).to_bytes(KEY_SIZE, "little")
    try:
        return _UNIT.exchange(X25519PublicKey.from_public_bytes(u)) == u
    except ValueError:
        return False


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature is good by the strict rule, for a key that passed `key_ok`."""
    if len(public) != KEY_SIZE or len(signature) != SIGNATURE_SIZE or signature.startswith(_IDENTITY_POINT):
        return False
    try:
        crypto_sign_open(signature + message, public)  # in half the time that OpenSSL takes
    except BadSignatureError:
        return False
    return True


def exchange_public(secret: bytes) -> bytes:
    """The X25519 public key of a 32-byte secret."""
    return _agreer(secret).public_key().public_bytes_raw()


def exchange(secret: bytes, public: bytes) -> bytes:
    """What both holders can compute, 32 bytes; a public key of small order or wrong size is a ValueError."""
    return _agreer(secret).exchange(X25519PublicKey.from_public_bytes(public))


@lru_cache(maxsize=64)
def _agreer(secret: bytes) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(secret)


def can_agree(public: bytes) -> bool:
    """Whether a secret can be shared with the holder of this X25519 key: 32 bytes, not of small order.

    Of small order are five points of the curve and its twist, by u modulo the field, as X25519 reads it (RFC 7748):
    what `exchange` refuses with any secret.
    """
    return len(public) == KEY_SIZE and (int.from_bytes(public, "little") & _LOW_BITS) % _FIELD not in _SMALL_ORDER


def own_secret(master: bytes, purpose: str, *parts: bytes) -> bytes:
    """The secret for one purpose and game, 32 bytes, derived so that nothing but `master` need be stored."""
    return derived(master, "ono1/own", purpose.encode("ascii"), *parts)


def fingerprint(public: bytes) -> str:
    """A key's short name for people and links: 80 bits of its hash, 16 characters of a-z and 2-7 (base32)."""
    return b32encode(hashed("ono1/fingerprint", public)[:FINGERPRINT_SIZE]).decode("ascii").lower()
