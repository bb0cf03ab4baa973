"""helgi.gym, with the tests of PettingZoo and Gymnasium."""

import contextlib
import io
import random
import unittest
import warnings

import helgi
import helgi.gym
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

BUILT_IN = [name for name in helgi.games() if not helgi.info(name).is_from_file]
FROM_FILES = [
    "shogi",
    "xiangqi",
    "janggi",
    "seirawan",
    "sittuyin",
    "cambodian",
    "duck",
    "flipello",
    "atomic960",
    "3check",
]


class Interfaces(unittest.TestCase):
    def test_every_built_in_game_and_ten_from_files_pass_the_tests_of_the_interfaces(self) -> None:
        self.assertGreater(len(BUILT_IN), 14)
        for game in BUILT_IN + FROM_FILES:
            with self.subTest(game), warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                api_test(helgi.gym.aec(game), num_cycles=100)
                seed_test(lambda: helgi.gym.aec(game), num_cycles=30)
                check_env(helgi.gym.single(game, opponent="random", render_mode="ansi"))

    def test_random_games_end_as_the_board_says(self) -> None:
        for game in ("chess", "tavreli", "tictactoe", "breakthrough", "dobutsu"):
            chance = random.Random(game)
            env = helgi.gym.aec(game, plies=300)
            env.reset(seed=1)
            while env.agents and not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(int(chance.choice(np.flatnonzero(mask))))
            outcome = env.play.board.outcome()
            if outcome is None:
                self.assertEqual((env.play.board.ply, all(env.truncations.values())), (300, True))
                continue
            expected = {"white": 0.0, "black": 0.0}
            if outcome.winner is not None:
                expected = {agent: 1.0 if agent == outcome.winner else -1.0 for agent in expected}
            self.assertEqual(env.rewards, expected)
            self.assertEqual({info["outcome"] for info in env.infos.values()}, {outcome.reason})


class Moves(unittest.TestCase):
    def test_a_move_that_shares_its_squares_has_two_parts(self) -> None:
        board = helgi.Board("duck")
        first, second = board.legal_actions()[5]
        assert second is not None
        env = helgi.gym.aec("duck")
        env.reset()
        env.step(first)
        self.assertEqual((env.agent_selection, env.infos["white"]["part"], env.play.board.ply), ("white", 1, 0))
        observation = env.observe("white")
        seconds = {second for other, second in board.legal_actions() if other == first}
        self.assertEqual(set(np.flatnonzero(observation["action_mask"])), seconds)
        self.assertEqual(observation["observation"][:, :, env.layout.part].min(), 1)
        env.step(second)
        self.assertEqual((env.agent_selection, env.infos["black"]["part"], env.play.board.ply), ("black", 0, 1))
        board.push_action(first, second)
        self.assertEqual(env.play.board, board)

    def test_an_illegal_action_loses(self) -> None:
        env = helgi.gym.aec("chess")
        env.reset()
        env.step(0)
        self.assertEqual(env.rewards, {"white": -1.0, "black": 0.0})
        self.assertTrue(all(env.terminations.values()))
        alone = helgi.gym.single("chess", opponent="random", side="white")
        alone.reset(seed=1)
        _, reward, is_over, is_cut, info = alone.step(np.int64(0))
        self.assertEqual((reward, is_over, is_cut, info["illegal"]), (-1.0, True, False, True))

    def test_the_same_seed_gives_the_same_game(self) -> None:
        def play(seed: int) -> list[str]:
            env = helgi.gym.single("crazyhouse", opponent=3)
            observation, _ = env.reset(seed=seed)
            chance = random.Random(1)
            for _ in range(12):
                action = chance.choice(np.flatnonzero(observation["action_mask"]))
                observation, _, is_over, _, _ = env.step(action)
                if is_over:
                    break
            env.close()
            return env.play.board.moves

        self.assertEqual(play(5), play(5))
        self.assertGreater(len({tuple(play(seed)) for seed in range(6)}), 1)

    def test_opponents_are_levels_functions_and_chance(self) -> None:
        env = helgi.gym.single("chess", opponent=lambda board: board.legal_moves()[-1], side="black")
        _, info = env.reset(seed=1)
        self.assertEqual((info["side"], env.play.board.moves), ("black", [helgi.Board().legal_moves()[-1]]))
        for opponent in (0, 19, "nobody"):
            self.assertRaises(helgi.ArgumentError, helgi.gym.single, "chess", opponent=opponent)
        self.assertRaises(helgi.ArgumentError, helgi.gym.aec, "chess", plies=0)
        self.assertRaises(helgi.ArgumentError, helgi.gym.aec, "chess", render_mode="human")
        self.assertRaises(helgi.GameNameError, helgi.gym.aec, "nosuch")


class Planes(unittest.TestCase):
    def test_both_sides_see_their_own_first_rank_first(self) -> None:
        env = helgi.gym.aec("chess")
        env.reset()
        white, black = (env.observe(agent)["observation"] for agent in ("white", "black"))
        layout = env.layout
        white[:, :, layout.is_black], black[:, :, layout.is_black] = 0, 0
        self.assertTrue((white == black).all())
        self.assertEqual(white[0, 4, layout.top + layout.kinds["K"]], 1)
        self.assertEqual(white[7, 4, layout.top + len(layout.kinds) + layout.kinds["K"]], 1)
        self.assertEqual([int(white[:, :, layout.rights + wing].min()) for wing in range(6)], [1, 1, 0, 1, 1, 0])

    def test_like_moves_of_both_sides_are_seen_alike(self) -> None:
        for game in ("chess", "tavreli", "shogi", "operational2"):
            env = helgi.gym.aec(game)
            env.reset()
            action = int(np.flatnonzero(env.observe("white")["action_mask"])[0])
            self.assertEqual(env.observe("white")["action_mask"][action], 1)
            move = dict(zip(env.play.board.legal_actions(), env.play.board.legal_moves()))
            if (action, None) not in move:
                continue
            env.step(action)
            places = env.layout.places
            start = helgi.Board(game)
            black = dict(zip(env.play.board.legal_actions(), env.play.board.legal_moves())).get((action, None))
            assert black is not None, (game, move[action, None])
            of = {name: (places["white"][name], places["black"][name]) for name in env.layout.squares}
            squares = [name for name in env.layout.squares if move[action, None].startswith(name)]
            answer = [name for name in env.layout.squares if black.startswith(name)]
            self.assertEqual(of[max(squares, key=len)][0], of[max(answer, key=len)][1], start.game)

    def test_stacks_hands_passed_squares_counts_and_repetition(self) -> None:
        stack = helgi.gym.aec("tavreli", fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1").layout
        env = helgi.gym.aec("crazyhouse", fen="4k3/8/8/3pP3/8/8/8/4K3[QNNp] w - d6 3 9")
        env.reset()
        planes, layout = env.observe("white")["observation"], env.layout
        count = len(layout.kinds)
        hand = {kind: int(planes[0, 0, layout.reserve + index]) for kind, index in layout.kinds.items()}
        self.assertEqual({kind: number for kind, number in hand.items() if number}, {"Q": 1, "N": 2})
        self.assertEqual(planes[0, 0, layout.reserve + count + layout.kinds["P"]], 1)
        self.assertEqual(np.argwhere(planes[:, :, layout.passed]).tolist(), [[5, 3]])
        self.assertEqual(planes[0, 0, layout.clock], 3)
        self.assertEqual(stack.second - stack.top, 2 * len(stack.kinds))
        chess = helgi.gym.aec("chess")
        chess.reset()
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            chess.play.push(move)
        self.assertEqual(chess.observe("white")["observation"][0, 0, chess.layout.repeated], 1)

    def test_what_lies_in_stacks(self) -> None:
        env = helgi.gym.aec("tavreli", fen=tower())
        env.reset()
        board, layout = env.play.board, env.layout
        square, stack = max(board.pieces().items(), key=lambda item: len(item[1]))
        self.assertGreater(len(stack), 2)
        here = env.observe("white")["observation"][layout.places["white"][square]]
        self.assertEqual(int(here[layout.top : layout.second].sum()), 1)
        self.assertEqual(int(here[layout.second : layout.beneath].sum()), 1)
        self.assertEqual(int(here[layout.beneath : layout.beneath + 2].sum()), len(stack) - 2)


def tower() -> str:
    """A position of Tavreli with a stack of three or more, from a random game, White to move."""
    chance = random.Random(3)
    while True:
        board = helgi.Board("tavreli")
        while board.outcome() is None and board.ply < 80:
            board.push(chance.choice(board.legal_moves()))
            if board.turn == "white" and max(map(len, board.pieces().values())) > 2 and board.outcome() is None:
                return board.fen()


if __name__ == "__main__":
    unittest.main()
