"""Every game of helgi for programs that learn: PettingZoo's interface for two agents, Gymnasium's for one.

``aec`` needs PettingZoo and ``single`` needs Gymnasium; the rest of helgi needs neither. Both give observations with the
key ``observation``, planes of the board seen from the player, and ``action_mask``, a 1 for each legal action. A move is one
action, or two where several moves go from one square to another: ``infos["part"]`` is 1 while the second one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from ._errors import ArgumentError
from ._helgi import Board

if TYPE_CHECKING:
    from ._aec import GameEnv
    from ._single import SingleEnv

__all__ = ["aec", "single"]

_MODES = ("ansi", "svg")


def _check(plies: int, render_mode: str | None) -> None:
    if plies < 1:
        raise ArgumentError(f"plies: `{plies}`, expected at least 1", "plies", str(plies), "at least 1")
    if render_mode not in (None, *_MODES):
        expected = "`ansi` or `svg`"
        raise ArgumentError(f"render_mode: `{render_mode}`, expected {expected}", "render_mode", str(render_mode), expected)


def aec(
    game: str = "chess", *, fen: str | None = None, plies: int = 1000, render_mode: Literal["ansi", "svg"] | None = None
) -> GameEnv:
    """A game for the agents `white` and `black`, as PettingZoo's AEC environments are.

    fen is the position to begin with, and after so many plies a game is truncated.
    """
    from ._aec import GameEnv

    _check(plies, render_mode)
    return GameEnv(game, fen, plies, render_mode)


def single(
    game: str = "chess",
    *,
    opponent: int | Literal["random"] | Callable[[Board], str] = 1,
    side: Literal["white", "black"] | None = None,
    fen: str | None = None,
    plies: int = 1000,
    render_mode: Literal["ansi", "svg"] | None = None,
) -> SingleEnv:
    """A game against an opponent, as Gymnasium's environments are.

    opponent is a level of the engine from 1 to 18, `random`, or a function that is given a board and returns a move. side
    is the agent's; by default the seed decides. The same seed and the same actions give the same game.
    """
    from ._single import SingleEnv

    _check(plies, render_mode)
    if isinstance(opponent, int) and not 1 <= opponent <= 18 or isinstance(opponent, str) and opponent != "random":
        expected = "a level from 1 to 18, `random` or a function"
        raise ArgumentError(f"opponent: `{opponent}`, expected {expected}", "opponent", str(opponent), expected)
    return SingleEnv(game, opponent, side, fen, plies, render_mode)
