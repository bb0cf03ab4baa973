"""Games for one agent and an opponent, after the interface of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from ._helgi import Board, Engine
from .planes import Layout, Observation, Play, Side

Opponent = int | Literal["random"] | Callable[[Board], str]


class SingleEnv(gymnasium.Env[Observation, np.int64]):
    """A game against an opponent, who moves as part of a step."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self, game: str, opponent: Opponent, side: Side | None, fen: str | None, plies: int, render_mode: str | None
    ) -> None:
        self.layout = Layout(game)
        self.observation_space = self.layout.space()
        self.action_space = spaces.Discrete(self.layout.size)
        self.opponent, self.chosen_side, self.fen, self.plies = opponent, side, fen, plies
        self.render_mode = render_mode
        self.engine = Engine(hash=1) if isinstance(opponent, int) else None
        self.side: Side = side or "white"
        self.play = Play(self.layout, fen)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. The seed decides the side, unless it is chosen, and all that the opponent does."""
        super().reset(seed=seed)
        if self.engine is not None:
            self.engine.forget()
        self.side = self.chosen_side or ("white" if self.np_random.integers(2) == 0 else "black")
        self.play = Play(self.layout, self.fen)
        self._answer()
        return self._observation(), {"part": 0, "side": self.side}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action, and lets the opponent answer a whole move. One that is not legal loses the game."""
        if int(action) not in self.play.allowed():
            return self._observation(), -1.0, True, False, {"part": 0, "side": self.side, "illegal": True}
        if self.play.step(int(action)):
            self._answer()
        outcome = self.play.board.outcome() if self.play.first is None else None
        info: dict[str, Any] = {"part": int(self.play.first is not None), "side": self.side}
        reward = 0.0
        if outcome is not None:
            info["outcome"] = outcome.reason
            if outcome.winner is not None:
                reward = 1.0 if outcome.winner == self.side else -1.0
        is_long = outcome is None and self.play.board.ply >= self.plies
        return self._observation(), reward, outcome is not None, is_long, info

    def _observation(self) -> Observation:
        return self.play.observe(self.side, is_over=self.play.board.outcome() is not None)

    def _answer(self) -> None:
        """Lets the opponent play until it is the agent's turn."""
        board = self.play.board
        while board.turn != self.side and board.outcome() is None:
            self.play.push(self._choose(board))

    def _choose(self, board: Board) -> str:
        if callable(self.opponent):
            return self.opponent(board.copy())
        if self.engine is None:
            moves = board.legal_moves()
            return moves[int(self.np_random.integers(len(moves)))]
        assert isinstance(self.opponent, int)
        seed = int(self.np_random.integers(2**32))
        move = self.engine.play(board, level=self.opponent, seed=seed)
        assert move is not None
        return move

    def render(self) -> str | None:
        """The position as a diagram in letters, or as a picture in SVG."""
        return self.play.render(self.render_mode)

    def close(self) -> None:
        """Closes the opponent's engine."""
        if self.engine is not None:
            self.engine.close()
