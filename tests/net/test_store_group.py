"""Group commit by itself: how groups form, and that every writer learns its own outcome."""

import threading
from collections.abc import Sequence

import pytest
import trio
import trio.testing

from ono_net.store import OutcomeUnknown, StoreUnavailable
from ono_net.store.group import MAX_GROUP, GroupWriter, Item


class Disk:
    """Commits groups of numbers, each commit when it is let; refuses negative ones, breaks at 666."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.may_commit = threading.Semaphore(0)

    def commit(self, group: Sequence[Item[int]]) -> None:
        """Wait for leave, then settle each item."""
        assert self.may_commit.acquire(timeout=10)
        numbers = [item.work for item in group]
        self.groups.append(numbers)
        if 666 in numbers:
            raise ZeroDivisionError
        for item in group:
            item.error = ValueError(item.work) if item.work < 0 else None


class Writers:
    """Tasks that write a number each, and the outcome of each."""

    def __init__(self, writer: GroupWriter[int], nursery: trio.Nursery) -> None:
        self.writer = writer
        self.nursery = nursery
        self.outcomes: dict[int, type[Exception] | None] = {}

    async def start(self, *numbers: int) -> None:
        """Start a task for each number, in this order."""
        for number in numbers:
            self.nursery.start_soon(self._write, number)
            await trio.testing.wait_all_tasks_blocked()

    async def _write(self, number: int) -> None:
        try:
            await self.writer.write(number)
        except (ValueError, ZeroDivisionError, OutcomeUnknown, StoreUnavailable) as error:
            self.outcomes[number] = type(error)
        else:
            self.outcomes[number] = None


async def test_groups_form_while_the_disk_is_busy() -> None:
    """The first writer goes alone; all that came meanwhile are one commit, in order of arrival."""
    disk = Disk()
    async with trio.open_nursery() as nursery:
        writers = Writers(GroupWriter(disk.commit), nursery)
        await writers.start(1, 2, 3, 4)
        disk.may_commit.release(2)
    assert disk.groups == [[1], [2, 3, 4]]
    assert writers.outcomes == dict.fromkeys([1, 2, 3, 4])


async def test_busy_writers_share_every_commit() -> None:
    """Writers that go on at once stay together: ten of them, five times each, are five commits."""
    disk = Disk()
    disk.may_commit.release(50)
    writer = GroupWriter(disk.commit)

    async def write_five() -> None:
        for number in range(5):
            await writer.write(number)

    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(write_five)
    assert disk.groups == [[number] * 10 for number in range(5)]


async def test_nobody_returns_before_the_commit() -> None:
    """A writer waits for the commit that holds its work, not for an earlier one."""
    disk = Disk()
    async with trio.open_nursery() as nursery:
        writers = Writers(GroupWriter(disk.commit), nursery)
        await writers.start(1, 2, 3)
        assert writers.outcomes == {}
        disk.may_commit.release()
        while not writers.outcomes:
            await trio.lowlevel.checkpoint()
        await trio.testing.wait_all_tasks_blocked()
        assert writers.outcomes == {1: None}
        disk.may_commit.release()
    assert writers.outcomes == {1: None, 2: None, 3: None}


async def test_groups_have_a_limit() -> None:
    """More than 512 in line are several commits, and none is forgotten."""
    disk = Disk()
    disk.may_commit.release(4)
    writer = GroupWriter(disk.commit)
    async with trio.open_nursery() as nursery:
        for number in range(1000, 1000 + 2 * MAX_GROUP + 10):
            nursery.start_soon(writer.write, number)
    sizes = [len(group) for group in disk.groups]
    assert max(sizes) == MAX_GROUP
    assert sum(sizes) == 2 * MAX_GROUP + 10


async def test_each_gets_its_own_error() -> None:
    """A refused item does not touch the others of its group."""
    disk = Disk()
    async with trio.open_nursery() as nursery:
        writers = Writers(GroupWriter(disk.commit), nursery)
        await writers.start(1, 2, -3, 4)
        disk.may_commit.release(2)
    assert writers.outcomes == {1: None, 2: None, -3: ValueError, 4: None}


async def test_a_commit_that_breaks_leaves_outcomes_unknown() -> None:
    """If the commit itself has a bug its leader sees it, its group "unknown"; later groups go on."""
    disk = Disk()
    async with trio.open_nursery() as nursery:
        writers = Writers(GroupWriter(disk.commit), nursery)
        await writers.start(1, 666, 2)
        disk.may_commit.release(1)
        while 1 not in writers.outcomes:
            await trio.lowlevel.checkpoint()
        await trio.testing.wait_all_tasks_blocked()
        await writers.start(3)
        disk.may_commit.release(2)
    assert disk.groups == [[1], [666, 2], [3]]
    assert writers.outcomes == {1: None, 666: ZeroDivisionError, 2: OutcomeUnknown, 3: None}


async def test_close_waits_for_those_in_line() -> None:
    """Closing refuses new writes, and returns when those in line have their outcome."""
    disk = Disk()
    async with trio.open_nursery() as nursery:
        writer = GroupWriter(disk.commit)
        writers = Writers(writer, nursery)
        await writers.start(1, 2)
        nursery.start_soon(writer.close)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(StoreUnavailable):
            await writer.write(3)
        disk.may_commit.release(2)
        await writer.close()
        assert disk.groups == [[1], [2]]
    assert writers.outcomes == {1: None, 2: None}
