"""pyffish's functions over helgi's rules: ``import helgi.pyffish as sf``.

Names, the order of arguments and constants are those of pyffish 0.0.90. The differences are in docs/pyffish.md: above all, an
unknown variant, a text that is no position and an illegal move raise a subclass of ValueError.

>>> import helgi.pyffish as sf
>>> sf.get_fen("chess", sf.start_fen("chess"), ["e2e4"])
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
>>> sf.get_san("shogi", sf.start_fen("shogi"), "c3c4")
'P-76'
"""

from __future__ import annotations

import os

from ._errors import ArgumentError
from ._helgi import FairyPosition as _Position
from ._helgi import __version__, games, load_games
from ._helgi import info as _info

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_OK = 1
FEN_INVALID_PROMOTED_PIECE = -12
NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9


def version() -> tuple[int, int, int]:
    """The version of pyffish whose functions these are."""
    return (0, 0, 90)


def info() -> str:
    """The name and the version of helgi."""
    return f"helgi {__version__}"


def variants() -> list[str]:
    """The names of all games."""
    return games()


def set_option(name: str, value: object, /) -> None:
    """Sets an option: UCI_Variant, which has to name a game, or VariantPath, whose files are loaded.

    Raises ValueError for any other name, and GameFileError as `load_variant_config` does.
    """
    if name == "UCI_Variant":
        _info(str(value))
    elif name == "VariantPath":
        for path in filter(None, str(value).split(os.pathsep)):
            load_games(path)
    else:
        expected = "`UCI_Variant` or `VariantPath`"
        raise ArgumentError(f"option: `{name}`, expected {expected}", "option", name, expected)


def load_variant_config(config: str, /) -> None:
    """Loads the games of a text in the form of variants.ini.

    Raises GameFileError if one of them cannot be played; the others are loaded.
    """
    load_games(text=config)


def start_fen(variant: str, /) -> str:
    """The position at the start."""
    return _Position.start(variant)


def two_boards(variant: str, /) -> bool:
    """True for a game on two boards, of which helgi plays one."""
    return _Position.two_boards(variant)


def captures_to_hand(variant: str, /) -> bool:
    """True if captured pieces come into the captor's hand."""
    return _Position.captures_to_hand(variant)


def legal_moves(variant: str, fen: str, moves: list[str], chess960: bool = False, /) -> list[str]:
    """The legal moves after moves from a position."""
    return _Position(variant, fen, moves, chess960).legal_moves()


def get_fen(
    variant: str,
    fen: str,
    moves: list[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
    /,
) -> str:
    """The position after moves from another one.

    sfen writes it as programs for shogi do, show_promoted marks promoted pieces with ``~``, and count_started is the ply
    from which a player counts by the rules of makruk: -1 if nobody does, 0 for the number that the position has.
    """
    position = _Position(variant, fen, moves, chess960)
    return position.sfen() if sfen else position.fen(show_promoted, count_started)


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT, /
) -> str:
    """A legal move of a position in a notation."""
    return _Position(variant, fen, [], chess960).san(move, notation)


def get_san_moves(
    variant: str,
    fen: str,
    moves: list[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
    /,
) -> list[str]:
    """Moves from a position in a notation."""
    return _Position(variant, fen, [], chess960).sans(moves, notation)


def gives_check(variant: str, fen: str, moves: list[str], chess960: bool = False, /) -> bool:
    """True if the side to move is in check after the moves."""
    return _Position(variant, fen, moves, chess960).is_check()


def is_capture(variant: str, fen: str, moves: list[str], move: str, chess960: bool = False, /) -> bool:
    """True if a move captures after the moves."""
    return _Position(variant, fen, moves, chess960).is_capture(move)


def piece_to_partner(variant: str, fen: str, moves: list[str], chess960: bool = False, /) -> str:
    """The letter of the piece that the last of the moves captured, not promoted; empty if it captured none."""
    return _Position(variant, fen, moves, chess960).captured()


def game_result(variant: str, fen: str, moves: list[str], chess960: bool = False, /) -> int:
    """The result for the side to move, where the game is over; VALUE_DRAW where it is not."""
    return _Position(variant, fen, moves, chess960).result()


def is_immediate_game_end(
    variant: str, fen: str, moves: list[str], chess960: bool = False, /
) -> tuple[bool, int]:
    """True with the result if the game is over by what is on the board, other than by lack of moves."""
    return _Position(variant, fen, moves, chess960).immediate_end()


def is_optional_game_end(
    variant: str, fen: str, moves: list[str], chess960: bool = False, count_started: int = 0, /
) -> tuple[bool, int]:
    """True with the result if the game is over by repetition or by a count; count_started as in `get_fen`."""
    return _Position(variant, fen, moves, chess960).optional_end(count_started)


def has_insufficient_material(
    variant: str, fen: str, moves: list[str], chess960: bool = False, /
) -> tuple[bool, bool]:
    """True for White, and for Black, if the side can no longer win however both play."""
    return _Position(variant, fen, moves, chess960).cannot_win()


def validate_fen(fen: str, variant: str, chess960: bool = False, /) -> int:
    """FEN_OK for a position of the game, otherwise the number of the fault of the text."""
    return _Position.validate(fen, variant, chess960)


def get_fog_fen(fen: str, variant: str, chess960: bool = False, /) -> str:
    """The position with ``*`` on the squares that the side to move neither stands on nor can go to."""
    return _Position(variant, fen, [], chess960).fog_fen()


__all__ = [
    "FEN_INVALID_PROMOTED_PIECE",
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_JANGGI",
    "NOTATION_LAN",
    "NOTATION_SAN",
    "NOTATION_SHOGI_HODGES",
    "NOTATION_SHOGI_HODGES_NUMBER",
    "NOTATION_SHOGI_HOSKING",
    "NOTATION_THAI_LAN",
    "NOTATION_THAI_SAN",
    "NOTATION_XIANGQI_WXF",
    "VALUE_DRAW",
    "VALUE_MATE",
    "captures_to_hand",
    "game_result",
    "get_fen",
    "get_fog_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "set_option",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
]
