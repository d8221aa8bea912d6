"""Edwards25519 in plain arithmetic, slow and obvious, to judge the fast key check by (RFC 8032, 5.1)."""

PRIME = 2**255 - 19
GROUP = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def add(p: Point, q: Point) -> Point:
    """The sum of two points."""
    (x1, y1), (x2, y2) = p, q
    crossed = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + crossed, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - crossed, -1, PRIME)
    return x % PRIME, y % PRIME


def times(scalar: int, p: Point) -> Point:
    """`scalar` times a point, by doubling and adding."""
    total = IDENTITY
    while scalar:
        if scalar & 1:
            total = add(total, p)
        p = add(p, p)
        scalar >>= 1
    return total


def packed(p: Point) -> bytes:
    """The 32 bytes of a point: y, and the lowest bit of x on top."""
    x, y = p
    return (y | (x & 1) << 255).to_bytes(32, "little")


def unpacked(raw: bytes) -> Point | None:
    """The point of these 32 bytes, or None when they are not the one encoding of a point."""
    number = int.from_bytes(raw, "little")
    y, odd = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = _root(square)
    if len(raw) != 32 or y >= PRIME or x is None or (x == 0 and odd):
        return None
    return (x if x & 1 == odd else -x % PRIME), y


def _root(square: int) -> int | None:
    root = pow(square, (PRIME + 3) // 8, PRIME)
    if root * root % PRIME != square:
        root = root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return root if root * root % PRIME == square else None


def key_ok(raw: bytes) -> bool:
    """Fairness.md 1.4 (b) word for word: canonical, not of small order, and l times the key is nothing."""
    point = unpacked(raw)
    return point is not None and times(8, point) != IDENTITY and times(GROUP, point) == IDENTITY
