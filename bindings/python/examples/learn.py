"""Learns a small game by playing against itself, and measures what came of it against random play.

    python learn.py [game] [minutes of CPU time]        needs numpy, and matplotlib for the plot

A net of one hidden layer values positions after a move; temporal differences (TD(lambda), as in TD-Gammon) train it. Four
fifths of the time are for learning, a tenth for the plot's points and a tenth for the last matches. Prints the games won
with the 95 % interval and writes learn.svg.
"""

from __future__ import annotations

import math
import random
import sys
import time

import helgi
import numpy as np
import numpy.typing as npt
from helgi.planes import Layout, Play, Side

Vector = npt.NDArray[np.float32]

HIDDEN = 48
RATE, LAMBDA, CHANCE = 0.02, 0.7, 0.1
LONGEST = 120


class Net:
    """A value from -1 to 1 of a position, for the side that sees it."""

    def __init__(self, inputs: int, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self.first = chance.normal(0, 0.05, (inputs, HIDDEN)).astype(np.float32)
        self.bias = np.zeros(HIDDEN, np.float32)
        self.last = chance.normal(0, 0.05, HIDDEN).astype(np.float32)

    def values(self, inputs: Vector) -> Vector:
        """The values of several positions."""
        return np.asarray(np.tanh(np.tanh(inputs @ self.first + self.bias) @ self.last), np.float32)

    def learn(self, inputs: Vector, target: float) -> None:
        """Moves the value of one position towards another one."""
        hidden = np.tanh(inputs @ self.first + self.bias)
        value = math.tanh(float(hidden @ self.last))
        slope = RATE * (target - value) * (1 - value * value)
        inner = slope * self.last * (1 - hidden * hidden)
        self.last += slope * hidden
        used = np.flatnonzero(inputs)
        self.first[used] += inputs[used, None] * inner
        self.bias += inner


def afterstates(play: Play) -> tuple[list[str], Vector]:
    """The legal moves, and the positions after them as the side that moves sees them."""
    side, moves = play.board.turn, play.board.legal_moves()
    rows = [play.planes_after(move, side).ravel() for move in moves]
    return moves, np.stack(rows).astype(np.float32)


def train(net: Net, layout: Layout, chance: random.Random) -> None:
    """Plays one game against itself and learns from it, from its end to its beginning."""
    play = Play(layout)
    seen: dict[Side, list[Vector]] = {"white": [], "black": []}
    while play.board.outcome() is None and play.board.ply < LONGEST:
        side = play.board.turn
        moves, rows = afterstates(play)
        best = int(np.argmax(net.values(rows))) if chance.random() > CHANCE else chance.randrange(len(moves))
        seen[side].append(rows[best])
        play.push(moves[best])
    outcome = play.board.outcome()
    for side, positions in seen.items():
        target = 0.0
        if outcome is not None and outcome.winner is not None:
            target = 1.0 if outcome.winner == side else -1.0
        for inputs in reversed(positions):
            net.learn(inputs, target)
            target = LAMBDA * target + (1 - LAMBDA) * float(net.values(inputs))


def match(net: Net, layout: Layout, games: int, chance: random.Random) -> list[float]:
    """The results against random play, as both sides by turns: 1, 0.5 or 0."""
    results = []
    for game in range(games):
        play, own = Play(layout), ("white", "black")[game % 2]
        while play.board.outcome() is None and play.board.ply < LONGEST:
            if play.board.turn == own:
                moves, rows = afterstates(play)
                play.push(moves[int(np.argmax(net.values(rows)))])
            else:
                play.push(chance.choice(play.board.legal_moves()))
        outcome = play.board.outcome()
        winner = outcome.winner if outcome else None
        results.append(0.5 if winner is None else float(winner == own))
    return results


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - width) / (1 + z * z / games), (middle + width) / (1 + z * z / games)


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "dobutsu"
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 9.0
    layout, chance = Layout(game), random.Random(1)
    net = Net(layout.ranks * layout.files * layout.planes)
    began, played, points = time.process_time(), 0, []
    marks = [minutes * 60 * 0.9 * step / 10 for step in range(11)]
    for mark in marks:
        while time.process_time() - began < mark:
            train(net, layout, chance)
            played += 1
        results = match(net, layout, 40, chance)
        points.append((played, sum(results) / len(results)))
        print(f"{time.process_time() - began:5.0f} s, {played:6} games of its own: scores {points[-1][1]:.2f}", flush=True)
    results = match(net, layout, 400, chance)
    wins = sum(result == 1 for result in results)
    low, high = interval(wins, len(results))
    print(f"{game}: won {wins} of {len(results)} games against random play, {low:.1%} to {high:.1%}")
    plot(game, points)


def plot(game: str, points: list[tuple[int, float]]) -> None:
    """Draws the scores over the games played."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.plot(*zip(*points), marker="o")
    pyplot.axhline(0.5, linestyle=":")
    pyplot.ylim(0, 1.02)
    pyplot.xlabel("games against itself")
    pyplot.ylabel(f"score against random play, {game}")
    pyplot.savefig("learn.svg")


if __name__ == "__main__":
    main()
