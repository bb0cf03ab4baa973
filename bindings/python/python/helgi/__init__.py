"""The rules and the engine of helgi: chess and many other games.

>>> import helgi
>>> board = helgi.Board("tavreli")
>>> board.push("Nf3")
'g1f3'
>>> board.turn
'black'
"""

from ._errors import (
    ArgumentError,
    EngineClosedError,
    FenError,
    FenWarning,
    Finding,
    GameFileError,
    GameFileWarning,
    GameNameError,
    HelgiError,
    MoveError,
    PgnError,
)
from ._helgi import (
    Analysis,
    Board,
    Engine,
    GameInfo,
    GameTree,
    Outcome,
    PgnGames,
    PgnProblem,
    PieceInfo,
    RecordedGame,
    SearchLine,
    __version__,
    check_games,
    games,
    info,
    load_games,
    read_pgn,
    to_pgn,
)

__all__ = [
    "Analysis",
    "ArgumentError",
    "Board",
    "Engine",
    "EngineClosedError",
    "FenError",
    "FenWarning",
    "Finding",
    "GameFileError",
    "GameFileWarning",
    "GameInfo",
    "GameNameError",
    "GameTree",
    "HelgiError",
    "MoveError",
    "Outcome",
    "PgnError",
    "PgnGames",
    "PgnProblem",
    "PieceInfo",
    "RecordedGame",
    "SearchLine",
    "__version__",
    "check_games",
    "games",
    "info",
    "load_games",
    "read_pgn",
    "to_pgn",
]
