"""The server's one secret: 32 random bytes in a file that nobody else may read.

Every key of the table follows from it, so a server that lost it can show its games but not go on with them.
It is no part of the store, and so of no backup of it.
"""

import os
import secrets
from pathlib import Path

SIZE = 32
NAME = "secret"


class BadSecret(Exception):
    """The file is there but cannot be trusted; the text says what to mend."""


def master_secret(folder: Path, *, is_needed: bool = False) -> bytes:
    """The secret kept in this folder, made when there is none; BadSecret if its size or mode is wrong.

    BadSecret too if there is none and it ``is_needed``, for rooms that another would not fit.

    One server at a time: call it only while holding the store of the folder.
    """
    path = folder / NAME
    if not path.exists():
        if is_needed:
            raise BadSecret(f"{path}: the secret of the rooms that are kept here is gone; put its copy there again")
        _write(path, secrets.token_bytes(SIZE))
    return _read(path)


def export_secret(folder: Path, target: Path) -> None:
    """Copy the secret of this folder to a new file of mode 600; BadSecret if there is none, else as it is made."""
    path = folder / NAME
    if not path.exists():
        raise BadSecret(f"{path}: there is no secret; a server makes one at its first start")
    secret = _read(path)
    if target.exists():
        raise FileExistsError(target)
    _write(target, secret)


def put_secret(folder: Path, secret: bytes) -> None:
    """Keep this secret in the folder, in place of the one that is there."""
    _write(folder / NAME, secret)


def _read(path: Path) -> bytes:
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise BadSecret(f"{path}: expected mode 600, got {mode:o}; try: chmod 600 {path}")
    secret = path.read_bytes()
    if len(secret) != SIZE:
        raise BadSecret(f"{path}: expected {SIZE} bytes, got {len(secret)}")
    return secret


def _write(path: Path, secret: bytes) -> None:
    """Put the file there whole and durable, or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
