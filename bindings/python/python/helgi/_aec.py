"""Games for two agents, after the interface of PettingZoo."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from .planes import Layout, Observation, Play, Side

SIDES: tuple[Side, Side] = ("white", "black")


class GameEnv(AECEnv[str, Observation, int | None]):
    """A game for the agents `white` and `black`."""

    def __init__(self, game: str, fen: str | None, plies: int, render_mode: str | None) -> None:
        super().__init__()
        self.layout = Layout(game)
        self.metadata = {
            "name": f"helgi_{self.layout.game}_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.plies, self.fen = plies, fen
        self.possible_agents = list(SIDES)
        space = self.layout.space()
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: space for agent in SIDES}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.layout.size) for agent in SIDES
        }
        self.play = Play(self.layout, fen)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. There is nothing random in it, so that the seed changes nothing."""
        self.play = Play(self.layout, self.fen)
        self.agents = list(SIDES)
        self.rewards = {agent: 0.0 for agent in SIDES}
        self._cumulative_rewards = {agent: 0.0 for agent in SIDES}
        self.terminations = {agent: False for agent in SIDES}
        self.truncations = {agent: False for agent in SIDES}
        self.infos: dict[str, dict[str, Any]] = {agent: {"part": 0} for agent in SIDES}
        self.agent_selection = self.play.board.turn
        self._look_for_end()

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it, with its legal actions: none while the other is to move."""
        side: Side = "white" if agent == "white" else "black"
        return self.play.observe(side, is_over=any(self.terminations.values()))

    def step(self, action: int | None) -> None:
        """Takes an action of the agent that is selected. One that is not legal loses the game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: 0.0 for each in SIDES}
        if action is None or int(action) not in self.play.allowed():
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal"] = True
            self.terminations = {each: True for each in SIDES}
        else:
            self.play.step(int(action))
            self._look_for_end()
        self.infos = {each: {**self.infos[each], "part": 0} for each in SIDES}
        self.agent_selection = self.play.board.turn
        self.infos[self.agent_selection]["part"] = int(self.play.first is not None)
        self._accumulate_rewards()

    def _look_for_end(self) -> None:
        board = self.play.board
        outcome = board.outcome() if self.play.first is None else None
        if outcome is not None:
            for agent in SIDES:
                if outcome.winner is not None:
                    self.rewards[agent] = 1.0 if outcome.winner == agent else -1.0
                self.terminations[agent] = True
                self.infos[agent]["outcome"] = outcome.reason
        elif board.ply >= self.plies:
            self.truncations = {agent: True for agent in SIDES}

    def render(self) -> str | None:
        """The position as a diagram in letters, or as a picture in SVG."""
        return self.play.render(self.render_mode)

    def close(self) -> None:
        """Nothing has to be closed."""
