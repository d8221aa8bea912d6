"""Who audits many logs: this process, several of this machine, or those of a dask cluster, all as one executor."""

from __future__ import annotations

import signal
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from ono_cli.stop import Exit, Stop, check_range
from ono_replay.archive import Inline

MOST_JOBS: Final = 256
_AHEAD: Final = 4
"""Logs that wait for each worker, so that none is ever idle."""
_DASK_SECONDS: Final = 10


@contextmanager
def workers(jobs: int, dask: str | None) -> Generator[tuple[Executor, int]]:
    """The executor, and how many logs it should be given ahead."""
    check_range("--jobs", jobs, 1, MOST_JOBS)
    if dask and jobs > 1:
        raise Stop(Exit.UNUSABLE, "--jobs: how many work is the cluster's to say, give either --jobs or --dask")
    if dask:
        with _cluster(dask) as (executor, threads):
            yield executor, _AHEAD * threads
    elif jobs == 1:
        yield Inline(), 1
    else:
        with _processes(jobs) as executor:
            yield executor, _AHEAD * jobs


@contextmanager
def _processes(jobs: int) -> Generator[Executor]:
    executor = ProcessPoolExecutor(jobs, initializer=_uninterrupted)
    try:
        yield executor
    except BrokenExecutor:
        raise Stop(Exit.UNUSABLE, "--jobs: a worker process ended in the middle of its work") from None
    finally:
        executor.shutdown(cancel_futures=True)


def _uninterrupted() -> None:
    """An interrupt ends the command, and the command ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Generator[tuple[Executor, int]]:
    client = _client(address)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Stop(Exit.UNUSABLE, f"--dask: the cluster at {address} has no workers")
        yield client.get_executor(), threads
    finally:
        client.close()


def _client(address: str) -> Any:
    try:
        client = import_module("distributed").Client
    except ImportError:
        raise Stop(Exit.UNUSABLE, "--dask needs a package that is missing: pip install 'ono[dask]'") from None
    try:
        return client(address, timeout=_DASK_SECONDS)
    except (OSError, ValueError) as error:
        raise Stop(Exit.UNUSABLE, f"--dask: no cluster at {address}: {error}") from None
