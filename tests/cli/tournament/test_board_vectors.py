"""The vectors of boards and requests, which a browser reads and signs too."""

from ono_cli.tournament.board import Board, read_board
from tests.vectors import generate_board
from tests.vectors.reading import vectors

FILE = vectors("board.json")


def test_the_file_is_what_the_generator_makes() -> None:
    """Run ``python -m tests.vectors.generate_board`` after a change."""
    assert generate_board.FILE.read_text("utf-8") == generate_board.text()


def test_each_board_says_what_stands_beside_it() -> None:
    """Title, players and tables are read as they are told."""
    for case in FILE["boards"]:
        board = read_board(bytes.fromhex(case["bytes"]))
        assert isinstance(board, Board), case["name"]
        assert [board.title, board.round] == [case["board"]["title"], case["board"]["round"]]
        assert [[*table.players] for table in board.tables] == [table[1] for table in case["board"]["tables"]]
