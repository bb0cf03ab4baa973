"""Steps a second of `helgi.vector`, in CPU seconds: `bindings/python/run measure`.

Random games on 256 boards. A step of a board is an action taken, its end looked for, and its observation and its mask
written into the arrays. Choosing the actions is the program's own work and is not counted; the second column counts it,
done in numpy.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parent / "examples"))
from vector import choose  # noqa: E402

from helgi.vector import Boards  # noqa: E402

GAMES = ["chess", "tavreli", "tactical", "chessbattle", "popular10", "operational2", "shogi", "duck"]


def measure(game: str, count: int = 256, seconds: float = 2.0) -> tuple[float, float]:
    """Steps a second of the boards alone, and with the choice of actions."""
    boards, chance = Boards(game, count), np.random.default_rng(1)
    arrays = boards.arrays()
    boards.reset(arrays.observations, arrays.masks)
    stepped, spent, begun = 0, 0.0, time.process_time()
    while (now := time.process_time()) - begun < seconds:
        actions = choose(arrays.masks, chance)
        chosen = time.process_time()
        boards.step(actions, *arrays)
        spent += time.process_time() - chosen
        stepped += count
    return stepped / spent, stepped / (now - begun)


def main() -> None:
    print(f"{'steps a second, 256 boards':30} {'boards':>10} {'and choice':>12}")
    for game in GAMES:
        alone, together = measure(game)
        print(f"{game:30} {alone:10.0f} {together:12.0f}", flush=True)


if __name__ == "__main__":
    main()
