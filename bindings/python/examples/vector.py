"""Plays random games on many boards at once, and counts how they end.

    pip install numpy
    python vector.py tavreli --boards 256 --steps 500
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
import numpy.typing as npt

from helgi.planes import Mask
from helgi.vector import CUT, Boards


def choose(masks: Mask, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action of each board, every one as likely as another."""
    boards, actions = np.divmod(np.flatnonzero(masks.view(np.bool_)), masks.shape[1])
    counts = np.bincount(boards, minlength=len(masks))
    ends = np.cumsum(counts)
    picked: npt.NDArray[np.int64] = actions[ends - counts + chance.integers(counts)]
    return picked


def play(game: str, count: int, steps: int, seed: int) -> Counter[str]:
    """The number of games with each end."""
    boards, chance, ends = Boards(game, count), np.random.default_rng(seed), Counter[str]()
    arrays = boards.arrays()
    boards.reset(arrays.observations, arrays.masks)
    for _ in range(steps):
        boards.step(choose(arrays.masks, chance), *arrays)
        for index in np.flatnonzero(arrays.ended):
            white = float(arrays.rewards[index, 0])
            is_cut = arrays.ended[index] == CUT
            ends["cut off" if is_cut else {1.0: "White wins", -1.0: "Black wins"}.get(white, "drawn")] += 1
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tavreli")
    parser.add_argument("--boards", type=int, default=256)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    ends = play(arguments.game, arguments.boards, arguments.steps, arguments.seed)
    print(f"{ends.total()} games: " + ", ".join(f"{number} {end}" for end, number in ends.most_common()))


if __name__ == "__main__":
    main()
