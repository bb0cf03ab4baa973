"""helgi.vector, beside helgi.planes."""

import random
import threading
import unittest
from typing import Any

import helgi
import numpy as np
from helgi.planes import Layout, Play
from helgi.vector import CUT, OVER, Arrays, Boards

from test_gym import BUILT_IN, FROM_FILES


def expected(play: Play) -> tuple[Any, Any]:
    seen = play.observe(play.board.turn, is_over=False)
    return seen["observation"], seen["action_mask"]


class Equality(unittest.TestCase):
    def follow(self, game: str, steps: int, plies: int, fen: str | None = None) -> None:
        """Plays random games on three boards and by helgi.planes, and compares everything."""
        chance, layout = random.Random(game), Layout(game)
        boards = Boards(game, 3, fen=fen, plies=plies)
        arrays, plays = boards.arrays(), [Play(layout, fen) for _ in range(3)]
        boards.reset(arrays.observations, arrays.masks)
        for step in range(steps):
            for index, play in enumerate(plays):
                observation, mask = expected(play)
                np.testing.assert_array_equal(arrays.masks[index], mask, f"{game}, step {step}")
                np.testing.assert_array_equal(arrays.observations[index], observation, f"{game}, step {step}")
                self.assertEqual(boards.board(index).moves, play.board.moves)
            actions = [chance.choice(play.allowed()) for play in plays]
            boards.step(actions, *arrays)
            for index, (play, action) in enumerate(zip(plays, actions)):
                rewards, ended = [0.0, 0.0], 0
                outcome = play.board.outcome() if play.step(action) else None
                if outcome is not None:
                    ended = OVER
                    if outcome.winner is not None:
                        rewards = [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]
                elif play.board.ply >= plies:
                    ended = CUT
                self.assertEqual((arrays.rewards[index].tolist(), int(arrays.ended[index])), (rewards, ended))
                if ended:
                    plays[index] = Play(layout, fen)

    def test_every_built_in_game_and_those_from_files_are_as_helgi_planes_has_them(self) -> None:
        for game in [*BUILT_IN, *FROM_FILES, "makruk", "tictactoe", "dobutsu"]:
            with self.subTest(game):
                self.follow(game, steps=60, plies=45)

    def test_rights_squares_passed_and_counts_are_as_helgi_planes_has_them(self) -> None:
        for game, fen in [
            ("chess", "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 98 60"),
            ("crazyhouse", "4k3/8/8/3pP3/8/8/8/4K3[QNNp] b - - 3 9"),
            ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+3 0 1"),
        ]:
            with self.subTest(game):
                self.follow(game, steps=40, plies=30, fen=fen)

    def test_repetition_is_counted(self) -> None:
        boards = Boards("chess", 1)
        arrays, plane = boards.arrays(), Layout("chess").repeated
        boards.reset(arrays.observations, arrays.masks)
        ends, counts = [], []
        for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
            board = boards.board(0)
            number = dict(zip(board.legal_moves(), board.legal_actions()))[move][0]
            boards.step([number], *arrays)
            ends.append(int(arrays.ended[0]))
            counts.append(int(arrays.observations[0, 0, 0, plane]))
        self.assertEqual(ends, [0, 0, 0, 0, 0, 0, 0, OVER])
        self.assertEqual(counts, [0, 0, 0, 1, 1, 1, 1, 0])


class BadInput(unittest.TestCase):
    def setUp(self) -> None:
        self.boards = Boards("chess", 4)
        self.arrays = self.boards.arrays()
        self.boards.reset(self.arrays.observations, self.arrays.masks)

    def refuse(self, field: str, actions: Any, arrays: Arrays, error: type[Exception] = helgi.ArgumentError) -> None:
        """A step is refused, and leaves boards and arrays as they were."""
        before = [array.copy() for array in self.arrays]
        with self.assertRaises(error) as caught:
            self.boards.step(actions, *arrays)
        if isinstance(caught.exception, helgi.ArgumentError):
            self.assertEqual(caught.exception.field, field)
            self.assertTrue(caught.exception.value and caught.exception.expected)
        self.assertEqual([self.boards.board(index).ply for index in range(4)], [0] * 4)
        for array, old in zip(self.arrays, before):
            np.testing.assert_array_equal(array, old)

    def test_arrays_of_other_forms_are_refused(self) -> None:
        legal = self.arrays.masks.argmax(axis=1)
        for name, array in self.arrays._asdict().items():
            frozen = array.copy()
            frozen.flags.writeable = False
            doubled = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
            wrong = [array.astype(np.float64), array[:3], array.reshape(-1, 1), frozen, doubled[..., ::2]]
            for other in (*wrong, np.zeros(0, array.dtype), array.astype(array.dtype.newbyteorder())[:1]):
                self.refuse(name, legal, self.arrays._replace(**{name: other}))
            others: list[Any] = [None, array.tolist(), memoryview(array)]
            for other in others:
                self.refuse(name, legal, self.arrays._replace(**{name: other}), TypeError)
        with self.assertRaises(helgi.ArgumentError):
            self.boards.reset(self.arrays.observations, self.arrays.masks[:2])

    def test_actions_that_are_not_legal_change_nothing(self) -> None:
        legal = self.arrays.masks.argmax(axis=1)
        for other in (0, -1, self.boards.layout.size, 2**40, -(2**63)):
            actions = legal.copy()
            actions[2] = other
            self.refuse("actions[2]", actions, self.arrays)
        self.refuse("actions[0]", np.full(4, 2**64 - 1, np.uint64), self.arrays)
        for actions in (legal[:3], [], legal.reshape(2, 2), legal.astype(np.float64), legal > 0, 3, ["a"] * 4, None):
            self.refuse("actions", actions, self.arrays)
        for number in (2**32, 2**32 + int(legal[0])):
            self.refuse("actions[0]", [number, *legal[1:]], self.arrays)
        self.assertRaises(helgi.ArgumentError, self.boards._rows.step, b"12345")

    def test_boards_that_cannot_be(self) -> None:
        for n in (0, -1, 2**16 + 1, 10**30):
            self.assertRaises(helgi.ArgumentError, Boards, "chess", n)
        for plies in (0, -5, 10**9):
            self.assertRaises(helgi.ArgumentError, Boards, "chess", 1, plies=plies)
        for other in (1.0, "2", None):
            self.assertRaises(TypeError, Boards, "chess", other)
        self.assertRaises(helgi.GameNameError, Boards, "nosuch", 1)
        self.assertRaises(helgi.FenError, Boards, "chess", 1, fen="garbage")
        with self.assertRaises(helgi.ArgumentError) as caught:
            Boards("chess", 1, fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        self.assertEqual(caught.exception.field, "fen")
        for index in (4, -1, 10**6):
            self.assertRaises(IndexError, self.boards.board, index)
        self.assertRaises(TypeError, self.boards.board, "0")

    def test_actions_of_every_kind_of_whole_numbers_are_taken(self) -> None:
        legal = self.arrays.masks.argmax(axis=1)
        for actions in (legal.astype(np.int16), legal.astype(np.uint64), legal.tolist(), np.repeat(legal, 2)[::2]):
            self.boards.reset(self.arrays.observations, self.arrays.masks)
            self.boards.step(actions, *self.arrays)
            self.assertEqual(self.boards.board(3).ply, 1)


class Threads(unittest.TestCase):
    def test_threads_that_step_the_same_boards_wait_for_each_other(self) -> None:
        boards = Boards("breakthrough", 8)
        first = boards.arrays()
        boards.reset(first.observations, first.masks)
        failures: list[BaseException] = []

        def work() -> None:
            arrays = boards.arrays()
            try:
                for _ in range(50):
                    boards.reset(arrays.observations, arrays.masks)
                    np.testing.assert_array_equal(arrays.masks, first.masks)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_other_threads_run_during_a_step(self) -> None:
        boards = Boards("tavreli", 4096)
        arrays = boards.arrays()
        boards.reset(arrays.observations, arrays.masks)
        counted, is_over = 0, threading.Event()

        def count() -> None:
            nonlocal counted
            while not is_over.is_set():
                counted += 1

        thread = threading.Thread(target=count)
        thread.start()
        before = counted
        boards._rows.reset()
        during = counted - before
        is_over.set()
        thread.join()
        self.assertGreater(during, 0)


if __name__ == "__main__":
    unittest.main()
