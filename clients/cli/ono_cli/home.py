"""What is kept between two games: one secret, the last server, the logs. All of it lies in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from ono_cli.stop import Exit, Stop
from ono_net.secrets import BadSecret, master_secret

DEFAULT_SERVER = "http://localhost:8765"


def data_folder() -> Path:
    """The folder of everything below."""
    return user_data_path("ono", appauthor=False)


def server_folder() -> Path:
    """Where `ono serve` keeps its rooms unless told otherwise."""
    return data_folder() / "server"


def identity() -> bytes:
    """The player's 32-byte secret, made on first use in a file that nobody else may read (mode 600)."""
    folder = made_folder(data_folder() / "player")
    try:
        return master_secret(folder)
    except BadSecret as error:
        raise Stop(Exit.UNUSABLE, str(error)) from None


def last_server() -> str:
    """The server that was joined last, else this machine's own."""
    path = _server_file()
    return read_file(path).decode(errors="replace").strip() if path.exists() else DEFAULT_SERVER


def remember_server(url: str) -> None:
    """Let a bare room code be asked of this server from now on."""
    write_file(_server_file(), f"{url}\n".encode())


def _server_file() -> Path:
    return data_folder() / "player" / "server"


def log_path(game: bytes) -> Path:
    """Where the log of this game is saved unless told otherwise."""
    return data_folder() / "games" / f"{game.hex()[:12]}.ono"


def write_file(path: Path, data: bytes) -> None:
    """Write the file whole or not at all, in a folder that is made if need be."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    made_folder(path.parent)
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise cannot("write", path, error) from None


def read_file(path: Path) -> bytes:
    """The bytes of the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot("read", path, error) from None


def cannot(do: str, path: Path, error: OSError) -> Stop:
    """The words for a file that the system refuses."""
    return Stop(Exit.UNUSABLE, f"cannot {do} {path}: {(error.strerror or str(error)).lower()}")


def made_folder(folder: Path) -> Path:
    """The folder, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("make", folder, error) from None
    return folder
