"""Speeds of this package beside pyffish and python-chess, in CPU seconds of one run: `bindings/python/run measure`.

Prints a row for each kind of work: how many of it a second each package does. All three do the same work on the same
positions, and the rows are compared within one run alone.
"""

import random
import time
from collections.abc import Callable

import chess
import pyffish

import helgi

START = helgi.Board().fen()


def lines(count: int, plies: int) -> list[list[str]]:
    """Random games of chess, the same in every run."""
    chance, games = random.Random(1), []
    for _ in range(count):
        board = helgi.Board()
        while board.ply < plies and (moves := board.legal_moves()):
            board.push(chance.choice(moves))
        games.append(board.moves)
    return games


def fens(games: list[list[str]]) -> list[str]:
    """Positions from the middle of the games."""
    found = []
    for moves in games:
        board = helgi.Board()
        for move in moves[:40]:
            board.push(move)
        found.append(board.fen())
    return found


def a_second(work: Callable[[], int], least: float = 1.0) -> float:
    """How many of something a second of CPU is enough for."""
    count, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < least:
        count += work()
    return count / spent


def helgi_game(moves: list[str]) -> None:
    board = helgi.Board()
    for move in moves:
        board.legal_moves()
        board.push(move)
        board.outcome()


def chess_game(moves: list[str]) -> None:
    board = chess.Board()
    for move in moves:
        _ = [legal.uci() for legal in board.legal_moves]
        board.push_uci(move)
        board.outcome()


def pyffish_game(moves: list[str]) -> None:
    for ply in range(len(moves)):
        pyffish.legal_moves("chess", START, moves[:ply])
        pyffish.is_optional_game_end("chess", START, moves[: ply + 1])


def main() -> None:
    games = lines(20, 80)
    positions = fens(games)
    boards = {fen: chess.Board(fen) for fen in positions}

    def each(work: Callable[[str], object]) -> Callable[[], int]:
        return lambda: sum(1 for fen in positions if work(fen) is not None)

    rows: list[tuple[str, list[Callable[[], int]]]] = [
        (
            "positions a second: legal moves from a FEN",
            [
                each(lambda fen: helgi.Board("chess", fen).legal_moves()),
                each(lambda fen: pyffish.legal_moves("chess", fen, [])),
                each(lambda fen: [move.uci() for move in chess.Board(fen).legal_moves]),
            ],
        ),
        (
            "positions a second: SAN of all moves from a FEN",
            [
                each(lambda fen: helgi.Board("chess", fen).legal_sans()),
                each(
                    lambda fen: [
                        pyffish.get_san("chess", fen, move) for move in pyffish.legal_moves("chess", fen, [])
                    ]
                ),
                each(lambda fen: [boards[fen].san(move) for move in chess.Board(fen).legal_moves]),
            ],
        ),
        (
            "games a second: 80 plies with legal moves and outcome",
            [
                lambda: sum(1 for moves in games if helgi_game(moves) is None),
                lambda: 1 if pyffish_game(games[0]) is None else 0,
                lambda: sum(1 for moves in games[:3] if chess_game(moves) is None),
            ],
        ),
    ]
    print(f"{'':55} {'helgi':>10} {'pyffish':>10} {'chess':>10}")
    for name, works in rows:
        print(f"{name:55} " + " ".join(f"{a_second(work):10.1f}" for work in works), flush=True)


if __name__ == "__main__":
    main()
