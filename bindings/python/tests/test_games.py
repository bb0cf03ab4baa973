"""Games from files, and recorded games."""

import pathlib
import resource
import tempfile
import unittest
import warnings

import helgi

KING = "[py-king:chess]\nstalemateValue = {}\n"


class GameFiles(unittest.TestCase):
    def test_a_file_brings_its_games(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "mine.ini")
            file.write_text("[py-one:chess]\ncheckCounting = true\n\n[py-two:py-one]\ncastling = false\n")
            self.assertEqual(helgi.load_games(file), ["py-one", "py-two"])
            self.assertEqual(helgi.load_games(str(file)), ["py-one", "py-two"])
        self.assertIn("py-two", helgi.games())
        self.assertTrue(helgi.info("py-one").is_from_file)
        self.assertFalse(helgi.info("chess").is_from_file)
        self.assertNotIn("e1g1", helgi.Board("py-two").legal_moves())

    def test_every_finding_is_told_and_the_good_games_are_loaded(self) -> None:
        text = "[py-bad:chess]\ncasteling = false\nmaxRank = x\n\n[py-good:chess]\ncastling = false\n"
        with self.assertRaises(helgi.GameFileError) as caught:
            helgi.load_games(text=text)
        error = caught.exception
        self.assertEqual(error.games, ("py-good",))
        first, second = error.findings
        self.assertEqual((first.severity, first.line, first.column, first.section), ("error", 2, 1, "py-bad"))
        self.assertEqual((first.found, first.suggestion, first.is_fatal), ("casteling", "castling", True))
        self.assertEqual((second.line, second.key, second.found), (3, "maxRank", "x"))
        self.assertTrue(second.expected and str(second).startswith("3:"))
        self.assertIn("and 1 more", str(error))
        self.assertEqual(helgi.Board("py-good").game, "py-good")
        self.assertRaises(helgi.GameNameError, helgi.Board, "py-bad")
        self.assertEqual([finding.text for finding in helgi.check_games(text=text)], [first.text, second.text])

    def test_a_file_in_which_every_line_is_wrong_is_refused_line_by_line(self) -> None:
        lines = ["[py-wrong:chess]", *(f"nonsense{number} = 1" for number in range(500))]
        with self.assertRaises(helgi.GameFileError) as caught:
            helgi.load_games(text="\n".join(lines))
        self.assertEqual([finding.line for finding in caught.exception.findings], list(range(2, 502)))

    def test_a_built_in_game_stays_as_it_is(self) -> None:
        with self.assertRaises(helgi.GameFileError) as caught:
            helgi.load_games(text="[chess:chess]\ndoubleStep = false\n")
        self.assertIn("another name", caught.exception.findings[-1].expected)

    def test_slips_are_warnings(self) -> None:
        texts = [finding for finding in helgi.check_games(text=KING.format("win")) if finding.is_fatal]
        self.assertEqual(texts, [])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            helgi.load_games(text=KING.format("win"))
        self.assertEqual([warning for warning in caught if warning.category is not helgi.GameFileWarning], [])

    def test_a_game_read_again_leaves_old_boards_alone_and_nothing_behind(self) -> None:
        texts = [KING.format("win"), KING.format("loss")]
        boards = []
        for number in range(20):
            helgi.load_games(text=texts[number % 2])
            boards.append(helgi.Board("py-king", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))
        for _ in range(50):
            helgi.load_games(text=texts[0])
            helgi.load_games(text=texts[1])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(1000):
            helgi.load_games(text=texts[number % 2])
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 8 * 1024, "kilobytes")
        for number, board in enumerate(boards):
            outcome = board.outcome()
            assert outcome is not None
            self.assertEqual(outcome.winner, ("black", "white")[number % 2])


TEXT = """[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {a pawn} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Bad"]

1. e4 } e5 2. Ke3 *
"""


class Recorded(unittest.TestCase):
    def test_games_come_with_variations_comments_and_lines(self) -> None:
        first, second = helgi.read_pgn(text=TEXT)
        self.assertEqual((first.tags["White"], first.result, first.line), ("A", "1-0", 1))
        self.assertEqual(first.moves, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"])
        e4 = first.tree.next[0]
        self.assertEqual((e4.text, e4.comments, e4.line), ("e4", ["a pawn"], 6))
        e5, c5 = e4.next
        self.assertEqual((e5.glyphs, c5.comments), ([1], ["Sicilian"]))
        self.assertEqual([move.text for move in c5.next], ["Nf3", "c3"])
        self.assertEqual(c5.board().parse("Nf3"), "g1f3")
        outcome = first.board().outcome()
        self.assertEqual(outcome and outcome.reason, "mate")
        self.assertEqual((first.errors, first.check()), ([], []))
        self.assertEqual([error.line for error in second.errors], [10])
        self.assertEqual([problem.line for problem in second.check()], [10])
        with self.assertRaises(helgi.PgnError) as caught:
            second.board()
        self.assertEqual(caught.exception.line, 10)

    def test_what_is_written_reads_back(self) -> None:
        first = next(helgi.read_pgn(text=TEXT))
        again = next(helgi.read_pgn(text=str(first)))
        self.assertEqual(again, first)
        self.assertEqual(next(helgi.read_pgn(text=helgi.to_pgn(first))), first)
        board = helgi.Board("tavreli")
        for _ in range(10):
            board.push(board.legal_moves()[0])
        text = helgi.to_pgn(board, {"White": 'A "quoted" name', "Event": "E"})
        game = next(helgi.read_pgn(text=text))
        self.assertEqual((game.board(), game.board().moves), (board, board.moves))
        self.assertEqual((game.tags["White"], game.tags["Variant"]), ('A "quoted" name', "tavreli"))
        self.assertEqual(game.check(), [])

    def test_a_large_file_is_read_as_a_stream(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "large.pgn")
            game = TEXT.split("[Event")[1]
            with file.open("w") as out:
                # 40 MB, and 200 where somebody wants to wait.
                for _ in range(40_000_000 // len(game)):
                    out.write("[Event" + game)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            count = sum(1 for _ in helgi.read_pgn(file))
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertEqual(count, 40_000_000 // len(game))
        self.assertLess(grown, 16 * 1024, "kilobytes")

    def test_files_that_are_none_are_refused(self) -> None:
        self.assertRaises(FileNotFoundError, helgi.read_pgn, "/nosuch/games.pgn")
        self.assertRaises(TypeError, helgi.read_pgn)
        self.assertRaises(TypeError, helgi.read_pgn, "a", text="b")
        self.assertRaises(TypeError, helgi.to_pgn, "a board")
        self.assertRaises(helgi.ArgumentError, helgi.to_pgn, helgi.Board(), {"Two words": "x"})
        with self.assertRaises(helgi.PgnError) as caught:
            list(helgi.read_pgn(text="x" * (17 << 20)))
        self.assertEqual(caught.exception.line, 1)


class BuiltIn(unittest.TestCase):
    def test_a_file_does_not_change_a_built_in_game_in_silence(self) -> None:
        self.assertEqual(helgi.load_games(text="[chess:chess]\n"), ["chess"])
        with self.assertRaises(helgi.GameFileError) as caught:
            helgi.load_games(text="[chess:chess]\ncastling = false\n")
        self.assertIn("built-in", str(caught.exception))
        self.assertIn("e1g1", helgi.Board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").legal_moves())


if __name__ == "__main__":
    unittest.main()
