"""Compares helgi.pyffish with pyffish in random games of every variant that both know.

    python agreement.py [positions of each variant, 200 by default] [variants, all by default]

Legal moves, check, the position's text, immediate and optional end of every position; capture and SAN of every move
played; the start. Fails unless the differences are the ones in differences.ini, section `agreement`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import helgi
import helgi.pyffish as own
import pyffish

from differences import DIFFERENCES

# The last plies that repetition is looked for in, and the most of a game.
PAST = 12
LONGEST = 100


class Comparison:
    """The differences found so far, with the first example of each."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.examples: dict[str, str] = {}
        self.compared = 0

    def same(self, variant: str, kind: str, place: str, theirs: object, ours: Callable[[], object]) -> bool:
        """Notes a difference in one question."""
        self.compared += 1
        try:
            answer = ours()
        except ValueError as error:
            answer = error
        if answer == theirs:
            return True
        key = f"{variant} {kind}"
        self.counts[key] = self.counts.get(key, 0) + 1
        self.examples.setdefault(key, f"{place}\n      pyffish {theirs!r}\n      helgi   {answer!r}")
        return False


def play(variant: str, game: int, wanted: int, found: Comparison) -> int:
    """Plays one random game; the number of its positions."""
    chance = random.Random(f"{variant} {game}")
    start = their_fen = our_fen = pyffish.start_fen(variant)
    fens, moves = [their_fen], list[str]()
    for ply in range(min(wanted, LONGEST)):
        legal = sorted(pyffish.legal_moves(variant, their_fen, []))
        position = our_fen
        place = f"{their_fen}"
        if not found.same(variant, "moves", place, legal, lambda: sorted(own.legal_moves(variant, position, []))):
            return ply + 1
        found.same(
            variant, "check", place, pyffish.gives_check(variant, their_fen, []),
            lambda: own.gives_check(variant, position, []),
        )
        found.same(
            variant, "immediate end", place, normal(pyffish.is_immediate_game_end(variant, their_fen, [])),
            lambda: own.is_immediate_game_end(variant, position, []),
        )
        first = max(0, len(moves) - PAST)
        base, past = fens[first], moves[first:]
        found.same(
            variant, "optional end", f"{base} {' '.join(past)}",
            normal(pyffish.is_optional_game_end(variant, base, past)),
            lambda: own.is_optional_game_end(variant, base, past),
        )
        if not legal:
            found.same(
                variant, "result", place, mate_or_draw(pyffish.game_result(variant, their_fen, [])),
                lambda: own.game_result(variant, position, []),
            )
            return ply + 1
        move = chance.choice(legal)
        found.same(
            variant, "capture", f"{place} {move}", pyffish.is_capture(variant, their_fen, [], move),
            lambda: own.is_capture(variant, position, [], move),
        )
        found.same(
            variant, "san", f"{place} {move}", pyffish.get_san(variant, their_fen, move),
            lambda: own.get_san(variant, position, move),
        )
        moves.append(move)
        their_next = pyffish.get_fen(variant, their_fen, [move])
        found.same(variant, "fen", f"{place} {move}", their_next, lambda: own.get_fen(variant, position, [move]))
        our_fen = own.get_fen(variant, our_fen, [move])
        their_fen = their_next
        fens.append(their_fen)
    return min(wanted, LONGEST)


def mate_or_draw(value: int) -> int:
    """pyffish's value, in which a mate that is further away is smaller."""
    return 0 if value == 0 else helgi.pyffish.VALUE_MATE if value > 0 else -helgi.pyffish.VALUE_MATE


def normal(end: tuple[bool, int]) -> tuple[bool, int]:
    """An end, without the value that pyffish leaves in one that is none."""
    return (True, mate_or_draw(end[1])) if end[0] else (False, 0)


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    both = [name for name in pyffish.variants() if name in set(helgi.games())]
    both = sys.argv[2:] or both
    found = Comparison()
    for variant in both:
        found.same(variant, "start", "", pyffish.start_fen(variant), lambda: own.start_fen(variant))
        positions = game = 0
        while positions < wanted:
            positions += play(variant, game, wanted - positions, found)
            game += 1
    print(f"{len(both)} variants, {wanted} positions of each, {found.compared} answers compared")
    for key, count in found.counts.items():
        print(f"  {key}: {count}\n      {found.examples[key]}")
    known = {key for key in DIFFERENCES["agreement"] if key.split(" ")[0] in both}
    unknown, outdated = set(found.counts) - known, known - set(found.counts)
    for title, keys in (("not in differences.ini", unknown), ("in differences.ini, but not found", outdated)):
        print(*(f"{title}: {key}" for key in sorted(keys)), sep="\n", end="\n" if keys else "")
    return int(bool(unknown or outdated))


if __name__ == "__main__":
    sys.exit(main())
