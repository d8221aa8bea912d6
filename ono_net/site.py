"""The web client as values in memory: what to answer to each path, compressed once at the start."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from email.utils import formatdate
from pathlib import Path

import brotli  # type: ignore[import-untyped]
from msgspec import Struct

Headers = tuple[tuple[str, str], ...]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
SQUEEZED = {".css", ".html", ".ico", ".js", ".json", ".svg", ".txt", ".wasm", ".wav", ".webmanifest"}
ENCODERS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda data: bytes(brotli.compress(data, quality=9)),  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    "gzip": lambda data: gzip.compress(data, mtime=0),
}
"""The best first."""

INDEX = "/index.html"
PAGES = ("/r/", "/g/", "/t/")
"""Under these the web client itself reads the path."""

NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ONO</title>
<h1>ONO is running</h1>
<p>Its web client was not built. <code>make install</code> builds it;
until then, play in a terminal with <code>ono join</code>.</p>
</html>
"""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy; WebSocket URLs are written out, for 'self' does not cover them everywhere."""


class Answer(Struct, frozen=True):
    """An HTTP answer without its framing."""

    status: int
    body: bytes = b""
    headers: Headers = ()


class Variant(Struct, frozen=True):
    """A file in one encoding."""

    body: bytes
    headers: Headers
    etag: str


class Site(Struct, frozen=True):
    """Files by path, each in every encoding that makes it smaller; "identity" is always there."""

    files: Mapping[str, Mapping[str, Variant]]

    def answer(self, path: str, headers: Mapping[str, str]) -> Answer:
        """The answer to a GET of this path; header names are in lower case."""
        name = INDEX if path == "/" or path.startswith(PAGES) else path
        variants = self.files.get(name)
        if variants is None:
            return plain(404, "not found")
        variant = variants[_encoding(headers.get("accept-encoding", ""), variants)]
        if _matches(headers.get("if-none-match", ""), variant.etag):
            return Answer(304, b"", variant.headers)
        return Answer(200, variant.body, variant.headers)


def plain(status: int, text: str, *headers: tuple[str, str]) -> Answer:
    """An answer of one line of text."""
    return Answer(status, f"{text}\n".encode(), (("Content-Type", TYPES[".txt"]), *headers))


def common_headers(host: str) -> Headers:
    """What every answer carries; `host` is a Host header that was found good, empty if it was not."""
    sockets = f" ws://{host} wss://{host}" if host else ""
    return (
        ("Content-Security-Policy", POLICY.format(sockets=sockets)),
        ("Date", formatdate(usegmt=True)),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    )


def web_folder() -> Path | None:
    """Where the built web client is: inside an installed package, or in the checkout; None if nowhere."""
    here = Path(__file__).parent
    places = (here / "_web", here.parent / "clients" / "web" / "dist")
    return next((place for place in places if (place / "index.html").is_file()), None)


def load_site(folder: Path | None) -> Site:
    """Read and compress every file below the folder; without one, a page that says so."""
    if folder is None:
        return Site({INDEX: _variants(INDEX, NOT_BUILT)})
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("."))
    names = ((f"/{path.relative_to(folder).as_posix()}", path) for path in paths)
    return Site({name: _variants(name, path.read_bytes()) for name, path in names})


def _variants(name: str, data: bytes) -> dict[str, Variant]:
    bodies = {"identity": data}
    if Path(name).suffix in SQUEEZED:
        bodies |= {encoding: encode(data) for encoding, encode in ENCODERS.items()}
    return {
        encoding: _variant(name, encoding, body)
        for encoding, body in bodies.items()
        if encoding == "identity" or len(body) < len(data)
    }


def _variant(name: str, encoding: str, body: bytes) -> Variant:
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if name.startswith("/assets/") else "no-cache",
        "Content-Type": TYPES.get(Path(name).suffix, "application/octet-stream"),
        "ETag": etag,
        "Vary": "Accept-Encoding",
    }
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Variant(body, tuple(headers.items()), etag)


def _encoding(accepted: str, variants: Mapping[str, Variant]) -> str:
    """The best encoding that is accepted; q=0 forbids one."""
    parts = (part.replace(" ", "").lower().partition(";") for part in accepted.split(","))
    allowed = {name for name, _, quality in parts if not _is_zero(quality)}
    return next((name for name in ENCODERS if name in allowed and name in variants), "identity")


def _is_zero(quality: str) -> bool:
    return quality.startswith("q=0") and not quality.strip("q=0.")


def _matches(condition: str, etag: str) -> bool:
    tags = {tag.strip().removeprefix("W/") for tag in condition.split(",")}
    return etag in tags or "*" in tags
