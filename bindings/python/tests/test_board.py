"""Boards: moves, positions, ends, copies."""

import copy
import pickle
import random
import unittest
import weakref
from pathlib import Path

import helgi

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def played(game: str, count: int, seed: int) -> helgi.Board:
    """A board of a game after so many random moves, or fewer if it ends."""
    chance, board = random.Random(seed), helgi.Board(game)
    for _ in range(count):
        moves = board.legal_moves()
        if not moves or board.outcome():
            break
        board.push(chance.choice(moves))
    return board


class Boards(unittest.TestCase):
    def test_a_game_is_played_to_its_end_and_back(self) -> None:
        board = helgi.Board()
        self.assertEqual((board.game, board.turn, board.ply, board.moves), ("chess", "white", 0, []))
        self.assertEqual(len(board.legal_moves()), 20)
        for move in MATE:
            self.assertIsNone(board.outcome())
            self.assertEqual(board.push(move), move)
        outcome = board.outcome()
        assert outcome is not None
        self.assertEqual((outcome.winner, outcome.reason, outcome.score), ("black", "mate", "0-1"))
        self.assertEqual(outcome.text, "Black mates")
        self.assertEqual((board.is_check(), board.checkers(), board.legal_moves()), (True, ["h4"], []))
        self.assertEqual((board.moves, board.ply, board.turn), (MATE, 4, "white"))
        for move in reversed(MATE):
            self.assertEqual(board.pop(), move)
        self.assertEqual(board, helgi.Board())
        self.assertRaises(IndexError, board.pop)

    def test_a_repetition_ends_the_game_and_can_be_played_past(self) -> None:
        board = helgi.Board()
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
            board.push(move)
        outcome = board.outcome()
        assert outcome is not None
        self.assertEqual((outcome.winner, outcome.reason, outcome.score), (None, "repetition", "1/2-1/2"))
        board.push("e4")
        self.assertIsNone(board.outcome())

    def test_moves_are_written_and_read_in_every_style(self) -> None:
        for game in ("chess", "tavreli", "tactical", "operational2", "shogi", "xiangqi", "duck"):
            board = played(game, 12, seed=1)
            sans = board.legal_sans()
            self.assertEqual(len(set(sans)), len(sans))
            for move, san in list(zip(board.legal_moves(), sans, strict=True))[:30]:
                self.assertEqual(board.san(move), san)
                self.assertEqual(board.parse(san), move)
                self.assertEqual(board.parse(board.lan(move)), move)
                self.assertEqual(board.san(board.lan(san)), san)
                self.assertTrue(board.is_legal(san))
                self.assertTrue(board.describe(san))

    def test_checks_are_seen_before_they_are_given(self) -> None:
        board = helgi.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        for move in board.legal_moves():
            after = board.copy()
            after.push(move)
            self.assertEqual(board.gives_check(move), after.is_check(), move)

    def test_captures_are_known_before_they_are_made(self) -> None:
        board = helgi.Board("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
        self.assertEqual([move for move in board.legal_moves() if board.is_capture(move)], ["e5d6"])
        # Tavreli's captives stay on the board.
        board = helgi.Board("tavreli", "4k3/8/8/3t4/4T3/8/8/4K3 w - - 0 1")
        captures = [move for move in board.legal_moves() if board.is_capture(move)]
        self.assertEqual(captures, ["e4d5"])

    def test_numbers_of_moves_play_them(self) -> None:
        for game in ("chess", "tavreli", "tactical", "crazyhouse", "duck", "operational2"):
            info = helgi.info(game)
            for seed in range(3):
                board = played(game, 15, seed)
                actions = board.legal_actions()
                self.assertEqual(len(set(actions)), len(board.legal_moves()))
                for move, (first, second) in list(zip(board.legal_moves(), actions, strict=True))[::7]:
                    self.assertTrue(first < info.actions and (second or 0) < info.choices)
                    self.assertEqual(board.copy().push_action(first, second), move)
        board = helgi.Board()
        for wrong in ((0, None), (796, 5), (10**9, None)):
            self.assertRaises(helgi.MoveError, board.push_action, *wrong)
        self.assertRaises(helgi.ArgumentError, board.push_action, -1)
        self.assertEqual(board, helgi.Board())

    def test_pieces_reserves_and_obstacles_are_those_of_the_position(self) -> None:
        board = helgi.Board("tavreli", "4k3/8/(nQ)7/8/3(dR)4/8/4E3/4K3 w - - 0 1")
        self.assertEqual(board.pieces()["d4"], ["R", "d"])
        self.assertEqual(board.pieces()["e8"], ["k"])
        self.assertEqual(len(board.pieces()), 5)
        board = helgi.Board("crazyhouse")
        for move in ["e4", "d5", "exd5", "Qxd5"]:
            board.push(move)
        self.assertEqual((board.reserve("white"), board.reserve("black")), ({"P": 1}, {"p": 1}))
        self.assertEqual(helgi.Board().reserve("white"), {})
        self.assertTrue(helgi.info("crazyhouse").captures_to_hand and helgi.info("crazyhouse").has_reserve)
        self.assertFalse(helgi.info("chess").captures_to_hand or helgi.info("chess").has_reserve)
        self.assertEqual(helgi.Board().obstacles(), [])
        self.assertTrue(helgi.Board("chessbattle").obstacles() or helgi.Board("tactical").obstacles() == [])

    def test_perft_counts_as_the_literature_does(self) -> None:
        board = helgi.Board()
        self.assertEqual([board.perft(depth) for depth in range(5)], [1, 20, 400, 8902, 197281])

    def test_boards_are_compared_by_what_stands_on_them(self) -> None:
        one, other = helgi.Board(), helgi.Board()
        for move in ["Nf3", "Nf6", "Nc3", "Nc6"]:
            one.push(move)
        for move in ["Nc3", "Nc6", "Nf3", "Nf6"]:
            other.push(move)
        self.assertEqual(one, other)
        self.assertEqual(hash(one), hash(other))
        self.assertEqual(one.key(), other.key())
        self.assertNotEqual(one, helgi.Board())
        self.assertNotEqual(helgi.Board(), helgi.Board("crazyhouse"))
        self.assertNotEqual(helgi.Board(), helgi.Board().fen())
        self.assertEqual(len({one, other, helgi.Board()}), 2)

    def test_copies_go_ways_of_their_own(self) -> None:
        board = played("tavreli", 8, seed=2)
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
            self.assertEqual((other, other.moves), (board, board.moves))
            other.pop()
            self.assertNotEqual(other, board)
        self.assertIs(weakref.ref(board)(), board)

    def test_boards_are_pickled_with_their_moves(self) -> None:
        for game in ("chess", "fischerandom", "tactical", "operational2", "shogi"):
            board = played(game, 30, seed=3)
            back = pickle.loads(pickle.dumps(board))
            self.assertEqual((back, back.moves, back.game), (board, board.moves, board.game))
            self.assertEqual(back.outcome(), board.outcome())

    def test_a_board_pickled_by_another_version_or_by_other_rules_is_refused(self) -> None:
        make, state = helgi.Board().__reduce__()
        self.assertEqual(make(*state), helgi.Board())
        for place, wrong in ((0, 2), (2, "of another game"), (3, "garbage"), (4, ["e2e5"])):
            other = [*state[:place], wrong, *state[place + 1 :]]
            with self.assertRaises(helgi.HelgiError):
                make(*other)

    def test_the_manual_has_what_a_notebook_shows(self) -> None:
        picture = Path(__file__).parents[3] / "docs" / "pictures" / "operational2.svg"
        self.assertEqual(helgi.Board("operational2")._repr_svg_(), picture.read_text(encoding="utf-8"))

    def test_pictures_are_svg(self) -> None:
        board = helgi.Board()
        plain = board.svg()
        self.assertTrue(plain.startswith("<svg") and plain.rstrip().endswith("</svg>"))
        self.assertEqual(board._repr_svg_(), plain)
        self.assertIn('width="300"', board.svg(size=300))
        self.assertNotEqual(board.svg(flipped=True), plain)
        board.push("e4")
        self.assertNotEqual(board.svg(), board.svg(last_move=False))

    def test_every_game_begins_and_shows_itself(self) -> None:
        for name in helgi.games():
            info, board = helgi.info(name), helgi.Board(name)
            self.assertEqual(board.game, name)
            self.assertEqual(helgi.Board(name, board.fen()), board)
            self.assertTrue(set(board.pieces()) <= set(info.squares), name)
            self.assertEqual(len(board.legal_moves()), len(board.legal_sans()))
            self.assertTrue(info.title and info.pieces and info.files and info.ranks, name)
            for piece in info.pieces:
                self.assertTrue(piece.words, f"{name}: {piece.text}")
            self.assertIn("<svg", board.svg())
            self.assertIn(name, repr(board))


if __name__ == "__main__":
    unittest.main()
