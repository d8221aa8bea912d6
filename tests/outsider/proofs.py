"""The common layer as the specification gives it (fairness.md sections 1 and 2): bytes in, bytes and verdicts out."""

import hashlib
import hmac
from collections.abc import Iterator

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

LINKS = 4096
SEALED = 34  # bytes of one sealed slot: a card and its salt


def u8(number: int) -> bytes:
    """One byte."""
    return number.to_bytes(1)


def u16(number: int) -> bytes:
    """Two bytes, big-endian."""
    return number.to_bytes(2)


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4)


def u64(number: int) -> bytes:
    """Eight bytes, big-endian."""
    return number.to_bytes(8)


def labelled(label: str, *parts: bytes) -> bytes:
    """E(label, parts)."""
    head = u8(len(label)) + label.encode("ascii") + u8(len(parts))
    return head + b"".join(u32(len(part)) + part for part in parts)


def hashed(label: str, *parts: bytes) -> bytes:
    """H(label, parts)."""
    return hashlib.sha256(labelled(label, *parts)).digest()


def derived(key: bytes, label: str, *parts: bytes, length: int = 32) -> bytes:
    """F(key, label, parts, length)."""
    return HKDFExpand(SHA256(), length, labelled(label, *parts)).derive(key)


def xored(one: bytes, other: bytes) -> bytes:
    """Two strings of one length, bit by bit."""
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


# ---------------------------------------------------------------- draws


def stream(key: bytes) -> Iterator[int]:
    """The stream of a key: its blocks as values u16."""
    block = 0
    while True:
        values = hmac.digest(key, u64(block), "sha256")
        yield from (int.from_bytes(values[at : at + 2]) for at in range(0, 32, 2))
        block += 1


def draw(values: Iterator[int], choices: int) -> int:
    """One draw of m: the first value below the limit, as a remainder."""
    limit = 65536 - 65536 % choices
    return next(value for value in values if value < limit) % choices


def perm(key: bytes, count: int) -> list[int]:
    """The permutation of n places that a key gives."""
    values, places = stream(key), list(range(count))
    for i in range(count - 1, 0, -1):
        j = draw(values, i + 1)
        places[i], places[j] = places[j], places[i]
    return places


# ---------------------------------------------------------------- chains and slots


def walked(gid: bytes, owner: bytes, role: int, value: bytes, indices: tuple[int, int]) -> bytes:
    """The link at the second index, by walking down from the value of the first."""
    start, end = indices
    for index in range(start - 1, end - 1, -1):
        value = hashed("ono1/chain", gid, owner, u8(role), u32(index), value)
    return value


def salt_of(link: bytes, gid: bytes, k: int, place: int) -> bytes:
    """salt_s."""
    return derived(link, "ono1/salt", gid, u32(k), u16(place))


def slot_commitment(gid: bytes, slot: int, card: int, salt: bytes) -> bytes:
    """cm_s of the slot 256 k + s."""
    return hashed("ono1/slot", gid, u32(slot >> 8), u16(slot & 255), u16(card), salt)


def laid(link: bytes, gid: bytes, k: int, base: list[int]) -> list[int]:
    """The card at each place: base[a[s]]."""
    return [base[a] for a in perm(derived(link, "ono1/dealer-perm", gid, u32(k)), len(base))]


def mixed(ctx: bytes, reveals: list[tuple[int, int, bytes]]) -> bytes:
    """The mix of the reveals (seat, index, link), seats rising."""
    return hashed("ono1/mix", ctx, *(u8(seat) + u32(index) + value for seat, index, value in reveals))


def shared_key(gid: bytes, secret: bytes, other: bytes, dealer: bytes, player: bytes) -> bytes:
    """K of section 2.3; a ValueError for a key of small order."""
    exchanged = X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(other))
    return hashed("ono1/dh", gid, exchanged, dealer, player)


def unsealed(key: bytes, slot: int, sealed: bytes) -> tuple[int, bytes]:
    """The card and the salt sealed to a player who shares this key."""
    pad = derived(key, "ono1/open", u32(slot >> 8), u16(slot & 255), length=SEALED)
    plain = xored(sealed, pad)
    return int.from_bytes(plain[:2]), plain[2:]


def x25519_public(secret: bytes) -> bytes:
    """The public key of an X25519 secret."""
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def exchange_ok(key: bytes) -> bool:
    """Whether an X25519 key is of 32 bytes and not of small order."""
    try:
        shared_key(b"", bytes(32), key, b"", b"")
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------- Ed25519, strict

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
IDENTITY = u8(1) + bytes(31)
Point = tuple[int, int, int]  # projective


def key_ok(key: bytes) -> bool:
    """The key check of section 1.4."""
    point = _decoded(key) if len(key) == 32 else None
    if point is None:
        return False
    return not _is_zero(point) and _is_zero(_times(ORDER, point))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is good under a key that passed the key check."""
    if len(signature) != 64 or signature[:32] == IDENTITY or int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)  # OpenSSL: cofactorless
    except (InvalidSignature, ValueError):
        return False
    return True


def _decoded(key: bytes) -> Point | None:
    """The point of an encoding, if it is canonical and on the curve."""
    number = int.from_bytes(key, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if x * x % PRIME != square or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else PRIME - x, y, 1)


def _is_zero(point: Point) -> bool:
    """Whether this is the neutral point."""
    return point[0] % PRIME == 0 and (point[1] - point[2]) % PRIME == 0


def _sum(one: Point, other: Point) -> Point:
    """The sum of two points; the formula is complete."""
    a = one[2] * other[2] % PRIME
    b = a * a % PRIME
    c, d = one[0] * other[0] % PRIME, one[1] * other[1] % PRIME
    e = D * c * d % PRIME
    f, g = b - e, b + e
    x = a * f * ((one[0] + one[1]) * (other[0] + other[1]) - c - d) % PRIME
    return (x, a * g * (d + c) % PRIME, f * g % PRIME)


def _times(number: int, point: Point) -> Point:
    """A multiple of a point."""
    total: Point = (0, 1, 1)
    for bit in f"{number:b}":
        total = _sum(total, total)
        if bit == "1":
            total = _sum(total, point)
    return total
