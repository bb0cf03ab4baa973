"""Positions and moves as numbers, of which `helgi.gym` is made. Needs numpy.

>>> from helgi.planes import Layout, Play
>>> layout = Layout("chess")
>>> play = Play(layout)
>>> play.planes("white")[1, 4, layout.kinds["P"]]
np.uint8(1)
>>> play.step(play.allowed()[0]), play.board.turn
(True, 'black')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ._errors import ArgumentError
from ._helgi import Board
from ._helgi import info as _info

if TYPE_CHECKING:
    from gymnasium import spaces

__all__ = ["MOST", "Layout", "Mask", "Observation", "Planes", "Play", "Side"]

# stubtest knows unions of single words only.
Side = Literal["white"] | Literal["black"]
Planes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]
Observation = dict[str, Any]

# The largest number in a plane; larger ones are written as this one.
MOST = 255


class Layout:
    """The places of a game's facts among the planes of its observations, which are the same in every position."""

    def __init__(self, game: str) -> None:
        facts = _info(game)
        self.game = facts.name
        self.ranks, self.files = facts.ranks, facts.files
        self.kinds = {piece.text: index for index, piece in enumerate(facts.pieces)}
        place = {name: _place(name) for name in facts.squares}
        turned = dict(zip(facts.squares, facts.squares_for_black))
        self.places: dict[Side, dict[str, tuple[int, int]]] = {
            "white": place,
            "black": {name: place[turned[name]] for name in facts.squares},
        }
        self.squares = facts.squares
        self.actions, self.choices = facts.actions, facts.choices
        count = len(self.kinds)
        # By kind and owner: on top of a stack, or alone; second in a stack.
        self.top, self.second = 0, 2 * count
        # By owner: the number of pieces further down.
        self.beneath = 4 * count
        # By kind and owner: the number in hand.
        self.reserve = self.beneath + 2
        self.obstacles = self.reserve + (2 * count if facts.has_reserve else 0)
        # By owner: the right to castle on each wing, and the files that other rights name.
        self.rights = self.obstacles + 1
        # Squares that a piece has just passed over; checks still to give by owner; the limit of a count of plies.
        self.passed = self.rights + 6
        self.checks = self.passed + 1
        self.limit = self.checks + 2
        # Plies without progress; earlier occurrences of the position; Black's turn to see.
        self.clock, self.repeated, self.is_black = self.limit + 1, self.limit + 2, self.limit + 3
        # The second part of a move is asked for, and the squares that its first part goes from and to.
        self.part = self.is_black + 1
        self.planes = self.part + 3
        self.has_reserve = facts.has_reserve

    def space(self) -> spaces.Dict:
        """The space of observations. Needs Gymnasium."""
        from gymnasium import spaces

        return spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, self.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.size,), np.int8),
            }
        )

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: ranks, files, planes."""
        return (self.ranks, self.files, self.planes)

    @property
    def size(self) -> int:
        """The number of actions: those of the first part of a move, or of the second, which takes the same numbers."""
        return max(self.actions, self.choices)


def _place(name: str) -> tuple[int, int]:
    """The rank and the file of a square, from 0."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


class Play:
    """A game that is being played in parts of moves."""

    def __init__(self, layout: Layout, fen: str | None = None) -> None:
        self.layout = layout
        self.board = Board(layout.game, fen)
        self.seen = Counter([self.board.key()])
        # The first part of a move of which the second is to come.
        self.first: int | None = None
        self.legal = self._numbers()

    def _numbers(self) -> dict[int, list[int | None]]:
        numbers: dict[int, list[int | None]] = {}
        for first, second in self.board.legal_actions():
            numbers.setdefault(first, []).append(second)
        return numbers

    def allowed(self) -> list[int]:
        """The actions that are legal now."""
        if self.first is None:
            return list(self.legal)
        return [second for second in self.legal[self.first] if second is not None]

    def step(self, action: int) -> bool:
        """Takes one action; true if it ends a move.

        Raises ArgumentError if it is not legal.
        """
        if action not in self.allowed():
            raise ArgumentError(f"action: `{action}`, expected a legal one", "action", str(action), "a legal one")
        if self.first is None and self.legal[action] != [None]:
            self.first = action
            return False
        if self.first is None:
            self.board.push_action(action)
        else:
            self.board.push_action(self.first, action)
        self._arrive()
        return True

    def push(self, move: str) -> None:
        """Plays a whole move."""
        self.board.push(move)
        self._arrive()

    def _arrive(self) -> None:
        self.first = None
        self.seen[self.board.key()] += 1
        self.legal = self._numbers()

    def mask(self) -> Mask:
        """A 1 for each action that is legal now."""
        mask = np.zeros(self.layout.size, np.int8)
        mask[self.allowed()] = 1
        return mask

    def observe(self, side: Side, is_over: bool) -> Observation:
        """The position as a side sees it, with its legal actions: none while the other is to move, or if the game is over."""
        mask = self.mask()
        is_to_move = side == self.board.turn and not is_over
        return {"observation": self.planes(side), "action_mask": mask if is_to_move else mask * 0}

    def render(self, mode: str | None) -> str | None:
        """The position as a diagram in letters (`ansi`), or as a picture (`svg`); None without a mode."""
        return None if mode is None else self.board.svg() if mode == "svg" else str(self.board)

    def planes(self, side: Side) -> Planes:
        """The position as a side sees it, its own first rank first."""
        layout, board = self.layout, self.board
        count, places = len(layout.kinds), layout.places[side]
        planes = np.zeros((layout.ranks, layout.files, layout.planes), np.uint8)

        def owner(text: str) -> int:
            """0 for a piece or a right of the side's own, 1 for one of the other side."""
            return int(any(c.isupper() for c in text) != (side == "white"))

        for square, stack in board.pieces().items():
            here = planes[places[square]]
            for base, text in zip((layout.top, layout.second), stack):
                here[base + owner(text) * count + layout.kinds[text.upper()]] = 1
            for text in stack[2:]:
                here[layout.beneath + owner(text)] += 1
        for square in board.obstacles():
            planes[places[square]][layout.obstacles] = 1
        if layout.has_reserve:
            sides: tuple[Side, Side] = ("white", "black") if side == "white" else ("black", "white")
            for index, owning in enumerate(sides):
                for text, number in board.reserve(owning).items():
                    plane = layout.reserve + index * count + layout.kinds[text.upper()]
                    planes[:, :, plane] = min(number, MOST)
        self._fields(planes, side, owner)
        planes[:, :, layout.repeated] = min(self.seen[board.key()] - 1, MOST)
        planes[:, :, layout.is_black] = int(side == "black")
        if self.first is not None:
            self._first_part(planes)
        return planes

    def planes_after(self, move: str, side: Side) -> Planes:
        """The position after a move as a side sees it. The move is not played."""
        first, self.first = self.first, None
        self.board.push(move)
        key = self.board.key()
        self.seen[key] += 1
        planes = self.planes(side)
        self.seen[key] -= 1
        self.board.pop()
        self.first = first
        return planes

    def _fields(self, planes: Planes, side: Side, owner: Callable[[str], int]) -> None:
        """Fills the planes of the fields behind the side to move in the position's text."""
        layout = self.layout
        fields = self.board.fen().split()[2:]
        for letter in fields[0] if fields[0] != "-" else "":
            base = layout.rights + 3 * owner(letter)
            if letter.upper() in "KQ":
                planes[:, :, base + "KQ".index(letter.upper())] = 1
            else:
                files = {file for name, (_, file) in layout.places[side].items() if name[0] == letter.lower()}
                planes[:, list(files), base + 2] = 1
        if len(fields) > 1 and fields[1].isdigit():
            planes[:, :, layout.limit] = min(int(fields[1]), MOST)
        else:
            for square in layout.squares:
                if len(fields) > 1 and square in _squares(fields[1]):
                    planes[layout.places[side][square]][layout.passed] = 1
        for field in fields[2:-2]:
            white, plus, black = field.partition("+")
            if plus and white.isdigit() and black.isdigit():
                own, other = (white, black) if side == "white" else (black, white)
                planes[:, :, layout.checks], planes[:, :, layout.checks + 1] = int(own), int(other)
        clock = fields[-2] if len(fields) > 3 and fields[-2].isdigit() else "0"
        planes[:, :, layout.clock] = min(int(clock), MOST)

    def _first_part(self, planes: Planes) -> None:
        layout, count = self.layout, len(self.layout.squares)
        assert self.first is not None
        planes[:, :, layout.part] = 1
        # Numbers are seen from the side to move, as the planes are.
        if self.first < count * count:
            for plane, index in enumerate(divmod(self.first, count), layout.part + 1):
                planes[layout.places["white"][layout.squares[index]]][plane] = 1
        elif self.first < count * (count + len(layout.kinds)):
            planes[layout.places["white"][layout.squares[self.first % count]]][layout.part + 2] = 1


def _squares(text: str) -> set[str]:
    """The names of squares that follow each other in a text."""
    names, name = set(), ""
    for c in text:
        if c.isalpha():
            names.add(name)
            name = c
        elif c.isdigit():
            name += c
    return names | {name}
