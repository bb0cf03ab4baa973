"""The engine: results, limits, threads of Python, signals, exceptions."""

import os
import signal
import threading
import time
import unittest
import weakref

import helgi

# The search ends so soon after a signal.
PROMPT = 0.05
LONG = 30.0


def setUpModule() -> None:
    """Hears Ctrl-C also where it was ignored at the start, as in what a script runs in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def killed_after(seconds: float) -> threading.Timer:
    """Sends SIGINT to this process, as Ctrl-C does."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


class Engines(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = helgi.Engine(hash=1)
        self.addCleanup(self.engine.close)

    def test_the_same_nodes_are_the_same_search(self) -> None:
        results = []
        for _ in range(2):
            self.engine.forget()
            analysis = self.engine.analyse(helgi.Board("tavreli"), nodes=5000)
            results.append((analysis.best, analysis.score, analysis.nodes, analysis.lines[0].pv))
        self.assertEqual(*results)

    def test_lines_come_as_they_are_found(self) -> None:
        heard: list[helgi.SearchLine] = []
        board = helgi.Board()
        analysis = self.engine.analyse(board, depth=5, multipv=3, on_info=heard.append)
        self.assertEqual([line.multipv for line in analysis.lines], [1, 2, 3])
        self.assertEqual(analysis.best, analysis.lines[0].pv[0])
        self.assertEqual(len({line.pv[0] for line in analysis.lines}), 3)
        self.assertEqual(max(line.depth for line in heard), 5)
        for line in heard:
            after = board.copy()
            for move in line.pv:
                after.push(move)

    def test_a_mate_is_found_and_a_finished_game_has_no_move(self) -> None:
        mate = helgi.Board("chess", "7k/8/6K1/8/8/8/8/4R3 w - - 0 1")
        analysis = self.engine.analyse(mate, depth=4)
        self.assertEqual((analysis.best, analysis.mate), ("e1e8", 1))
        mate.push("e1e8")
        analysis = self.engine.analyse(mate, depth=4)
        self.assertEqual((analysis.best, analysis.ponder, analysis.lines), (None, None, []))
        self.assertIsNone(self.engine.play(mate, nodes=10))

    def test_players_of_every_kind_play_legal_moves(self) -> None:
        for game in ("chess", "tactical", "shogi"):
            board = helgi.Board(game)
            for move in (
                self.engine.play(board, level=1),
                self.engine.play(board, elo=800, seed=7),
                self.engine.play(board, nodes=200),
                self.engine.play(board, time=0.01),
            ):
                self.assertIn(move, board.legal_moves())
        self.engine.forget()
        one = self.engine.play(helgi.Board(), level=2, seed=5)
        self.engine.forget()
        self.assertEqual(self.engine.play(helgi.Board(), level=2, seed=5), one)

    def test_ctrl_c_ends_a_search_at_once(self) -> None:
        for search in (
            lambda: self.engine.analyse(helgi.Board(), time=LONG),
            lambda: self.engine.play(helgi.Board("tactical"), time=LONG),
        ):
            begun = time.perf_counter()
            timer = killed_after(0.3)
            with self.assertRaises(KeyboardInterrupt):
                search()
            ended = time.perf_counter() - begun - 0.3
            timer.join()
            # The timer itself may be late on a busy machine: ten times as much is still at once.
            self.assertLess(ended, PROMPT * 10)
        # It goes on thinking afterwards.
        self.assertTrue(self.engine.analyse(helgi.Board(), depth=3).best)

    def test_ctrl_c_ends_a_count_of_moves(self) -> None:
        timer = killed_after(0.3)
        begun = time.perf_counter()
        with self.assertRaises(KeyboardInterrupt):
            helgi.Board().perft(20)
        self.assertLess(time.perf_counter() - begun, 5.0)
        timer.join()

    def test_an_exception_in_on_info_ends_the_search_and_comes_through(self) -> None:
        class Enough(Exception):
            pass

        calls = []

        def on_info(line: helgi.SearchLine) -> None:
            calls.append(line)
            raise Enough

        begun = time.perf_counter()
        with self.assertRaises(Enough):
            self.engine.analyse(helgi.Board(), time=LONG, on_info=on_info)
        self.assertLess(time.perf_counter() - begun, 5.0)
        self.assertEqual(len(calls), 1)

    def test_other_threads_run_while_it_thinks(self) -> None:
        count, is_over = 0, threading.Event()

        def count_up() -> None:
            nonlocal count
            while not is_over.is_set():
                count += 1

        thread = threading.Thread(target=count_up)
        thread.start()
        before = count
        self.engine.analyse(helgi.Board(), time=0.3)
        counted = count - before
        is_over.set()
        thread.join()
        self.assertGreater(counted, 1000)

    def test_two_threads_with_one_engine_wait_for_each_other(self) -> None:
        results: list[helgi.Analysis] = []

        def think() -> None:
            results.append(self.engine.analyse(helgi.Board(), time=0.2))

        threads = [threading.Thread(target=think) for _ in range(3)]
        begun = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 3)
        self.assertGreater(time.perf_counter() - begun, 0.55)

    def test_an_engine_that_thinks_cannot_be_asked_by_on_info(self) -> None:
        def on_info(_: helgi.SearchLine) -> None:
            self.engine.analyse(helgi.Board(), depth=1)

        with self.assertRaises(RuntimeError):
            self.engine.analyse(helgi.Board(), depth=4, on_info=on_info)

    def test_a_board_that_is_changed_meanwhile_changes_nothing(self) -> None:
        board = helgi.Board()

        def on_info(line: helgi.SearchLine) -> None:
            if board.ply < 4:
                board.push(board.legal_moves()[0])

        analysis = self.engine.analyse(board, depth=6, on_info=on_info)
        self.engine.forget()
        self.assertEqual(self.engine.analyse(helgi.Board(), depth=6).best, analysis.best)
        self.assertGreater(board.ply, 0)

    def test_a_closed_engine_says_so(self) -> None:
        with helgi.Engine() as engine:
            self.assertIsInstance(engine, helgi.Engine)
        engine.close()
        for ask in (
            lambda: engine.analyse(helgi.Board(), depth=1),
            lambda: engine.play(helgi.Board(), level=1),
            engine.forget,
        ):
            with self.assertRaises(helgi.EngineClosedError):
                ask()
        self.assertIn("closed", repr(engine))
        self.assertIs(weakref.ref(engine)(), engine)

    def test_a_net_that_is_none_is_refused(self) -> None:
        for net in (b"", b"no net at all" * 100):
            with self.assertRaises(helgi.ArgumentError):
                helgi.Engine(net=net)
        with self.assertRaises(FileNotFoundError):
            helgi.Engine(net="/nosuch/file.net")

    def test_there_is_no_memory_for_an_immense_table(self) -> None:
        with self.assertRaises(MemoryError):
            helgi.Engine(hash=10**9)

    def test_limits_out_of_range_are_typed_errors(self) -> None:
        board = helgi.Board()
        for limit in (
            {"nodes": -1},
            {"nodes": 2**64},
            {"depth": 0},
            {"depth": 10**40},
            {"time": -1.0},
            {"time": float("nan")},
            {"time": float("inf")},
            {"time": 10**400},
            {"depth": 1, "multipv": 0},
        ):
            with self.assertRaises(helgi.ArgumentError, msg=str(limit)) as caught:
                self.engine.analyse(board, **limit)
            self.assertIn(caught.exception.field, limit)
            self.assertTrue(caught.exception.value and caught.exception.expected)
        for strength in ({"level": 0}, {"level": 19}, {"elo": 499}, {"elo": 10**9}, {"level": 1, "seed": -1}):
            with self.assertRaises(helgi.ArgumentError):
                self.engine.play(board, **strength)
        for wrong in ({}, {"level": 1, "elo": 800}, {"nodes": "many"}, {"time": "long"}):
            with self.assertRaises(TypeError):
                self.engine.play(board, **wrong)
        with self.assertRaises(TypeError):
            self.engine.analyse(board)
        for hash in (0, -5, 2**40):
            with self.assertRaises(helgi.ArgumentError):
                helgi.Engine(hash=hash)


if __name__ == "__main__":
    unittest.main()
