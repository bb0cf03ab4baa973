"""Texts that nobody means: every function that takes a text answers or raises a typed error, and none ends the process.

The texts are those below and the corpus of the fuzz targets, which is in the repository.
"""

import pathlib
import tarfile
import unittest
import warnings
from collections.abc import Callable, Iterator

import helgi
import helgi.pyffish as sf

CORPUS = pathlib.Path(__file__).resolve().parents[3] / "fuzz" / "corpus.tar.gz"
GAMES = ("chess", "tavreli", "operational2", "crazyhouse", "shogi", "duck", "xiangqi", "fischerandom")

BY_HAND = (
    "",
    " ",
    "garbage",
    "\0",
    "e2e4\0",
    "\ud800",
    "e2\udfffe4",
    "e2e5",
    "0000",
    "N",
    "♘f3",
    "é" * 50,
    "x" * 100_000,
    "8/" * 50_000,
    "(" * 10_000,
    "[" * 10_000,
    "9" * 5_000,
    helgi.Board().fen() * 50,
    "4k3/8/8/8/8/8/8/4R2K w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
    "[a:chess]\nmaxRank = -1\n",
    '[Event "',
)


def corpus(least: int) -> Iterator[str]:
    """The texts of the fuzz targets, as far as they are texts."""
    count = 0
    with tarfile.open(CORPUS) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                count += 1
                yield file.read().decode("utf-8", "surrogateescape")
    assert count >= least, f"{count} inputs"


def spelt(game: str, fen: str) -> list[str]:
    """Every move of a position in every notation."""
    moves = sf.legal_moves(game, fen, [])[:20]
    return [sf.get_san(game, fen, move, False, number) for move in moves for number in range(10)]


class BadTexts(unittest.TestCase):
    def feed(self, text: str) -> int:
        """Hands a text to every function that takes one; the number of those that took it for something."""
        boards = [helgi.Board(game) for game in GAMES]
        asked: list[Callable[[], object]] = [
            lambda: helgi.Board(text),
            lambda: helgi.info(text),
            lambda: sf.start_fen(text),
            lambda: helgi.check_games(text=text),
            lambda: [str(game) + repr(game.check()) for game in helgi.read_pgn(text=text)],
            lambda: helgi.to_pgn(boards[0], {"White": text}),
            lambda: helgi.to_pgn(boards[0], {text: "A"}),
            lambda: boards[0].reserve(text),  # type: ignore[arg-type]
            lambda: boards[0].cannot_win(text),  # type: ignore[arg-type]
            lambda: boards[0].describe("e2e4", language=text),
        ]
        for board in boards:
            asked += [
                lambda board=board: helgi.Board(board.game, text).legal_sans(),  # type: ignore[misc]
                lambda board=board: board.san(text),  # type: ignore[misc]
                lambda board=board: board.lan(text),  # type: ignore[misc]
                lambda board=board: board.parse(text),  # type: ignore[misc]
                lambda board=board: board.is_legal(text),  # type: ignore[misc]
                lambda board=board: board.gives_check(text),  # type: ignore[misc]
                lambda board=board: board.describe(text),  # type: ignore[misc]
                lambda board=board: board.advice(text),  # type: ignore[misc]
                lambda board=board: board.copy().push(text),  # type: ignore[misc]
                lambda board=board: sf.validate_fen(text, board.game),  # type: ignore[misc]
                lambda board=board: sf.get_fen(board.game, text, [], True, False, True, -1),  # type: ignore[misc]
                lambda board=board: sf.get_fog_fen(text, board.game),  # type: ignore[misc]
                lambda board=board: spelt(board.game, text),  # type: ignore[misc]
                lambda board=board: sf.get_fen(board.game, "startpos", [text]),  # type: ignore[misc]
                lambda board=board: sf.get_san(board.game, "startpos", text),  # type: ignore[misc]
            ]
        answered = 0
        for ask in asked:
            try:
                ask()
                answered += 1
            except helgi.HelgiError as error:
                self.assertTrue(str(error))
                self.assertLess(len(str(error)), 2000)
        return answered

    def test_texts_by_hand_are_answered_or_refused(self) -> None:
        for text in BY_HAND:
            with self.subTest(text=text[:40]):
                self.feed(text)

    def test_the_fuzz_corpus_is_answered_or_refused(self) -> None:
        for number, text in enumerate(corpus(least=1000)):
            # Each text costs some 80 calls.
            if number % 7 == 0:
                with self.subTest(number=number):
                    self.feed(text)

    def test_positions_of_other_programs_are_read_with_a_warning(self) -> None:
        board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
        for text in (board, f"{board} W KQkq - 0 1", f"{board} w KQkq -- 0 1"):
            with self.subTest(text), self.assertWarns(helgi.FenWarning):
                self.assertIn(helgi.Board("chess", text).fen().split()[0], board)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertRaises(helgi.FenWarning, helgi.Board, "chess", board)
            helgi.Board("chess", f"{board} w KQkq - 0 1")

    def test_errors_carry_what_was_wrong(self) -> None:
        with self.assertRaises(helgi.FenError) as fen:
            helgi.Board("chess", "4k3/8/8/8/8/8/8/4R2K w - - 0 1")
        self.assertEqual((fen.exception.field, fen.exception.fault), ("position", "check"))
        self.assertEqual(fen.exception.expected, "Black not in check")
        board = helgi.Board("chess", "4k3/8/8/8/8/8/8/R2K4 w - - 0 1")
        for text, reason in (("e2e9x", "illegal"), ("d1d8", "illegal"), ("Rd3", "illegal")):
            with self.assertRaises(helgi.MoveError) as move:
                board.push(text)
            self.assertEqual((move.exception.value, move.exception.reason), (text, reason), text)
        two = helgi.Board("chess", "7k/8/8/8/8/4R3/8/R2K4 w - - 0 1")
        with self.assertRaises(helgi.MoveError) as move:
            two.push("Ra3")
        two.push("Rea3")
        self.assertEqual(move.exception.reason, "ambiguous")
        with self.assertRaises(helgi.GameNameError) as name:
            helgi.Board("tavrelli")
        self.assertIn("tavreli", name.exception.expected)

    def test_errors_are_pickled(self) -> None:
        import pickle

        for ask in (
            lambda: helgi.Board("nosuch"),
            lambda: helgi.Board("chess", "x"),
            lambda: helgi.Board().push("x"),
            lambda: helgi.load_games(text="[a:chess]\nx = 1\n"),
        ):
            with self.assertRaises(helgi.HelgiError) as caught:
                ask()
            error = caught.exception
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again)), (type(error), str(error)))
            self.assertEqual((again.field, again.value), (error.field, error.value))

    def test_wrong_types_are_type_errors(self) -> None:
        board = helgi.Board()
        for wrong in (None, 5, 1.5, b"e2e4", ["e2e4"], object()):
            calls: tuple[Callable[[], object], ...] = (
                lambda: helgi.Board(wrong),  # type: ignore[arg-type]
                lambda: board.push(wrong),  # type: ignore[arg-type]
                lambda: board.san(wrong),  # type: ignore[arg-type]
                lambda: helgi.info(wrong),  # type: ignore[arg-type]
                lambda: helgi.load_games(text=wrong) if wrong is not None else helgi.load_games(),  # type: ignore[arg-type]
            )
            for call in calls:
                self.assertRaises(TypeError, call)
        for depth in ("3", 1.0, None):
            self.assertRaises(TypeError, board.perft, depth)
        for depth in (-1, 100, 10**5000):
            self.assertRaises(helgi.ArgumentError, board.perft, depth)


if __name__ == "__main__":
    unittest.main()
