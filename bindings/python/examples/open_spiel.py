"""Tavreli, or any other game of helgi, as a game of OpenSpiel.

    python open_spiel.py [game]        needs open_spiel; plays random games with OpenSpiel's own test

An action is a whole move: its first number, and its second one where it has one (`Board.legal_actions`).
"""

from __future__ import annotations

import sys
from typing import Any

import helgi
import pyspiel

LONGEST = 500


def make(name: str) -> type[pyspiel.Game]:
    """The class of a game, which is registered with OpenSpiel as `python_helgi_` and its name."""
    info = helgi.info(name)
    choices = info.choices + 1
    game_type = pyspiel.GameType(
        short_name=f"python_helgi_{name}",
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=info.actions * choices,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )

    class HelgiGame(pyspiel.Game):
        """The rules."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> HelgiState:
            return HelgiState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return Observer()

    class HelgiState(pyspiel.State):
        """A position with the moves that led to it."""

        def __init__(self, game: HelgiGame) -> None:
            super().__init__(game)
            self.board = helgi.Board(name)

        def _is_over(self) -> bool:
            return self.board.outcome() is not None or self.board.ply >= LONGEST

        def current_player(self) -> int:
            if self._is_over():
                return int(pyspiel.PlayerId.TERMINAL)
            return int(self.board.turn == "black")

        def _legal_actions(self, player: int) -> list[int]:
            numbers = self.board.legal_actions()
            return sorted(first * choices + (0 if second is None else second + 1) for first, second in numbers)

        def _apply_action(self, action: int) -> None:
            first, second = divmod(action, choices)
            self.board.push_action(first, second - 1 if second else None)

        def _action_to_string(self, player: int, action: int) -> str:
            after = self.board.copy()
            first, second = divmod(action, choices)
            return self.board.san(after.push_action(first, second - 1 if second else None))

        def is_terminal(self) -> bool:
            return self._is_over()

        def returns(self) -> list[float]:
            outcome = self.board.outcome()
            if outcome is None or outcome.winner is None:
                return [0.0, 0.0]
            return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

        def __str__(self) -> str:
            return self.board.fen()

    class Observer:
        """Both players see the whole position."""

        def __init__(self) -> None:
            self.tensor = None
            self.dict: dict[str, Any] = {}

        def set_from(self, state: HelgiState, player: int) -> None:
            """A text is all there is to see."""

        def string_from(self, state: HelgiState, player: int) -> str:
            """The position's text."""
            return str(state)

    pyspiel.register_game(game_type, HelgiGame)
    return HelgiGame


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "tavreli"
    make(name)
    pyspiel.random_sim_test(pyspiel.load_game(f"python_helgi_{name}"), num_sims=10, serialize=False, verbose=False)
    print(f"OpenSpiel's test accepts {name}")
