"""What is kept between two games: one secret, the last server, the logs. All of it lies in one folder."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from platformdirs import user_data_path

from ono_cli.stop import Exit, Stop
from ono_core.log.forks import SUFFIX, Fork
from ono_net.secrets import NAME, BadSecret, master_secret, put_secret

DEFAULT_SERVER = "http://localhost:8765"


def data_folder() -> Path:
    """The folder of everything that ONO keeps for this user, unless told otherwise."""
    return user_data_path("ono", appauthor=False)


def server_folder() -> Path:
    """Where `ono serve` keeps its rooms unless told otherwise."""
    return data_folder() / "server"


class Home(Struct, frozen=True):
    """One player's folder: two players on one machine have two."""

    folder: Path

    def identity(self) -> bytes:
        """The player's 32-byte secret, made on first use in a file that nobody else may read (mode 600)."""
        folder = made_folder(self.folder / "player")
        try:
            return master_secret(folder)
        except BadSecret as error:
            raise Stop(Exit.UNUSABLE, str(error)) from None

    def kept_identity(self) -> bytes | None:
        """The same where there is one; none is made."""
        return self.identity() if (self.folder / "player" / NAME).exists() else None

    def take_over(self, secret: bytes) -> None:
        """Be this identity from now on, in place of the one that is kept."""
        folder = made_folder(self.folder / "player")
        try:
            put_secret(folder, secret)
        except OSError as error:
            raise cannot("write", folder / NAME, error) from None

    def last_server(self) -> str:
        """The server that was joined last, else this machine's own."""
        path = self._server_file
        return read_file(path).decode(errors="replace").strip() if path.exists() else DEFAULT_SERVER

    def remember_server(self, url: str) -> None:
        """Let a bare room code be asked of this server from now on."""
        write_file(self._server_file, f"{url}\n".encode())

    @property
    def _server_file(self) -> Path:
        return self.folder / "player" / "server"

    def log_path(self, game: bytes) -> Path:
        """Where the log of this game is saved unless told otherwise."""
        return self._games / f"{game.hex()[:12]}.ono"

    def logs(self) -> list[Path]:
        """The logs that were saved there, the oldest first."""
        return sorted(self._games.glob("*.ono"), key=lambda path: path.stat().st_mtime)

    @property
    def _games(self) -> Path:
        return self.folder / "games"

    def record_path(self, game: bytes) -> Path:
        """Where it is noted what was seen and revealed in this game."""
        return self.folder / "player" / "records" / f"{game.hex()}.json"

    def fork_path(self, fork: Fork) -> Path:
        """Where the proof of a fork is kept."""
        return self.folder / "forks" / f"{fork.game.hex()[:16]}-{fork.index}{SUFFIX}"


def check_save(path: Path | None) -> None:
    """Refuse a place for the log in which it could not be written, before a game is played for it."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise Stop(Exit.UNUSABLE, f"--save: there is no folder {path.parent}")
    if path.is_dir():
        raise Stop(Exit.UNUSABLE, f"--save: a file expected, {path} is a folder")


def write_file(path: Path, data: bytes) -> None:
    """Write the file whole or not at all, in a folder that is made if need be; only another file gives way to it."""
    if not path.name or (path.exists() and not path.is_file()):
        raise Stop(Exit.UNUSABLE, f"cannot write {path}: a file expected")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    made_folder(path.parent)
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise cannot("write", path, error) from None


@contextmanager
def new_file(path: Path) -> Generator[None]:
    """Where a file is made that must not be there yet: Stop in words for what the system refuses."""
    try:
        yield
    except FileExistsError:
        raise Stop(Exit.UNUSABLE, f"a new file expected, {path} is there already") from None
    except OSError as error:
        raise cannot("write", path, error) from None


def read_file(path: Path) -> bytes:
    """The bytes of the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot("read", path, error) from None


def cannot(do: str, path: Path, error: OSError) -> Stop:
    """The words for a file that the system refuses."""
    return Stop(Exit.UNUSABLE, f"cannot {do} {path}: {reason(error)}")


def reason(error: OSError) -> str:
    """What the system said, in lower case."""
    return (error.strerror or str(error)).lower()


def made_folder(folder: Path) -> Path:
    """The folder, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot("make", folder, error) from None
    return folder
