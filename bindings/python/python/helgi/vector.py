"""Many boards of one game, stepped at once into arrays of numpy: for programs that learn from millions of positions.

The positions and the moves are the numbers of `helgi.planes` and `helgi.gym`, always as the side to move sees them.

>>> import numpy as np
>>> from helgi.vector import Boards
>>> boards = Boards("tavreli", 256)
>>> arrays = boards.arrays()
>>> boards.reset(arrays.observations, arrays.masks)
>>> actions = arrays.masks.argmax(axis=1)
>>> boards.step(actions, *arrays)
>>> arrays.observations.shape == (256, *boards.layout.shape), int(arrays.ended.sum())
(True, 0)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._errors import ArgumentError
from ._helgi import Board, BoardRows
from .planes import Layout, Mask, Planes

__all__ = ["CUT", "OVER", "Arrays", "Boards"]

# What `ended` has for a game that ended by its rules, and for one that was cut off after so many plies.
OVER, CUT = 1, 2


class Arrays(NamedTuple):
    """What a step fills: for each board its position, its legal actions, both sides' rewards, and its end.

    >>> from helgi.vector import Boards
    >>> [array.dtype.name for array in Boards("chess", 2).arrays()]
    ['uint8', 'int8', 'float32', 'uint8']
    """

    observations: Planes
    masks: Mask
    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.uint8]


class Boards:
    """n games of one kind, each step an action in every one of them. Games that end begin anew.

    game and fen are as for Board, and a game is cut off after so many plies. The boards are stepped without Python's lock;
    threads that step the same ones wait for each other.

    Raises ArgumentError for numbers out of their range and for a position in which the game is over.
    """

    def __init__(self, game: str = "chess", n: int = 1, *, fen: str | None = None, plies: int = 1000) -> None:
        self._rows = BoardRows(game, n, fen, plies)
        self.layout = Layout(game)
        self.n = n

    def __len__(self) -> int:
        return self.n

    def arrays(self) -> Arrays:
        """Arrays of the right forms, all zeros."""
        return Arrays(
            np.zeros((self.n, *self.layout.shape), np.uint8),
            np.zeros((self.n, self.layout.size), np.int8),
            np.zeros((self.n, 2), np.float32),
            np.zeros(self.n, np.uint8),
        )

    def reset(self, observations: Planes, masks: Mask) -> None:
        """Begins all games anew, and fills the arrays with their first positions and legal actions.

        Raises ArgumentError, and does nothing, if an array is not as `arrays` makes it.
        """
        targets = self._check({"observations": observations, "masks": masks})
        _spread(self._rows.reset(), targets)

    def step(
        self,
        actions: npt.ArrayLike,
        observations: Planes,
        masks: Mask,
        rewards: npt.NDArray[np.float32],
        ended: npt.NDArray[np.uint8],
    ) -> None:
        """Takes an action on each board, and fills the arrays.

        actions are n whole numbers. Where a move has two parts the first action asks for the second: the same side is to
        move then, and the observation's plane `part` is 1. rewards gets 1 for the winner and -1 for the loser of a game
        that has just ended, White's first, and 0 otherwise; ended gets OVER or CUT for such a game, whose board has the
        first position of the next one already.

        Raises ArgumentError, and does nothing, if an action is not legal or an array is not as `arrays` makes it.

        >>> from helgi.vector import OVER, Boards
        >>> boards = Boards("chess", 1, fen="7k/8/6K1/8/8/8/8/4R3 w - - 0 1")
        >>> arrays = boards.arrays()
        >>> boards.reset(arrays.observations, arrays.masks)
        >>> mate = dict(zip(boards.board(0).legal_moves(), boards.board(0).legal_actions()))["e1e8"][0]
        >>> boards.step([mate], *arrays)
        >>> arrays.rewards.tolist(), arrays.ended.tolist() == [OVER]
        ([[1.0, -1.0]], True)
        """
        numbers = np.asarray(actions)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise _wrong("actions", numbers, f"whole numbers of the shape {(self.n,)}")
        if numbers.dtype.kind == "u":
            # Larger ones are illegal all the same, and do not become negative.
            numbers = np.minimum(numbers, np.array(np.iinfo(np.int64).max, np.uint64))
        targets = self._check(
            {"observations": observations, "masks": masks, "rewards": rewards, "ended": ended}
        )
        _spread(self._rows.step(numbers.astype(np.int64).tobytes()), targets)

    def board(self, index: int) -> Board:
        """A copy of one board, with the moves of its game.

        >>> from helgi.vector import Boards
        >>> Boards("chess", 3).board(2).turn
        'white'
        """
        return self._rows.board(index)

    def _check(self, arrays: dict[str, Any]) -> list[npt.NDArray[Any]]:
        """Looks whether arrays can be filled, and returns them."""
        forms: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
            "observations": (np.uint8, (self.n, *self.layout.shape)),
            "masks": (np.int8, (self.n, self.layout.size)),
            "rewards": (np.float32, (self.n, 2)),
            "ended": (np.uint8, (self.n,)),
        }
        for name, array in arrays.items():
            dtype, shape = forms[name]
            if not isinstance(array, np.ndarray):
                raise TypeError(f"{name}: expected an array of numpy, not {type(array).__name__}")
            is_usable = array.flags.c_contiguous and array.flags.writeable
            if array.dtype != dtype or array.shape != shape or not is_usable:
                expected = f"{np.dtype(dtype)} of the shape {shape}, contiguous and writeable"
                raise _wrong(name, array, expected)
        return list(arrays.values())


def _wrong(name: str, array: npt.NDArray[Any], expected: str) -> ArgumentError:
    traits = "".join(
        text
        for text, has in (
            (", not contiguous", not array.flags.c_contiguous),
            (", read-only", not array.flags.writeable),
        )
        if has
    )
    found = f"{array.dtype} of the shape {array.shape}{traits}"
    return ArgumentError(f"{name}: `{found}`, expected {expected}", name, found, expected)


def _spread(answer: bytes, targets: list[npt.NDArray[Any]]) -> None:
    """Copies the parts of an answer into arrays, of which it can have more than are asked for."""
    offset = 0
    for target in targets:
        part = np.frombuffer(answer, target.dtype, target.size, offset)
        np.copyto(target, part.reshape(target.shape))
        offset += part.nbytes
