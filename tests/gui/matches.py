"""XBoard lets the engine play itself, as people do who compare engines, and referees as far as it can."""
import os
import random
import re
import subprocess
from pathlib import Path

import positions
from winboard import EnginePort, windows_path, write_settings
from xboard import engine_words

# The last ones come along as files: one that XBoard knows by itself, two whose names mean another game to it, two that
# it does not know, three in which it fills the hands, and one with walls.
GAMES = ["chess", "fischerandom", "tavreli", "tactical", "chessbattle", "popular10",
         "atomic", "shatranj", "capablanca", "horde", "clobber", "shogi", "capahouse", "chessgi", "duck"]
# Options of a player who errs by chance.
WEAK = ["--option", "UCI_LimitStrength=true", "--option", "UCI_Elo=700"]


def words_of(helgi, game):
    """An engine that is weak and offers the game."""
    return [*engine_words(helgi, game), *WEAK]


# The reason that XBoard and the engine write after a result caused by a fault.
FAULTS = re.compile(r"forfeit|illegal|false|error|abort|crash|exit|unfinished|disconnect|time", re.I)
RESULT = re.compile(r"\{(?P<reason>[^{}]*)\}\s*(?P<result>1-0|0-1|1/2-1/2|\*)\s*$", re.M)


def play_all(display, helgi, folder, count):
    """Plays so many games of each; whether all came to an end by the rules."""
    return all([play(display, helgi, folder / f"match-{game}", game, count) for game in GAMES])


def openings(helgi, count, plies=6):
    """Positions of chess after random moves, as XBoard reads them."""
    referee, chance, found = positions.Referee(helgi, "chess"), random.Random(1), []
    while len(found) < count:
        fen = "startpos"
        for _ in range(plies):
            fen = referee.after(fen, chance.choice(referee.moves(fen)))
        found.append(positions.text(fen, "chess"))
    referee.close()
    return found


def play(display, helgi, folder, game, count):
    """A match in XBoard without a board, by the clock: a second, and a fiftieth for each move. Both engines
    ponder, as XBoard lets them by default. Chess begins with random moves; Chess960 has its starts. In the other
    games XBoard loses a position that it has loaded as soon as the engine sets up the board: their variety is that
    of a weak player, who errs by chance."""
    folder.mkdir(parents=True, exist_ok=True)
    settings, starts = folder / f"{game}.xop", folder / "openings.fen"
    engine = " ".join(map(str, words_of(helgi, game)))
    subprocess.run([helgi, "xboard-settings", game, "--engine", engine, "--output", settings], check=True,
                   stdout=subprocess.DEVNULL)
    begins = []
    if game == "chess":
        starts.write_text("".join(f"{start}\n" for start in openings(helgi, count)), encoding="utf-8")
        begins = ["-loadPositionFile", str(starts), "-loadPositionIndex", "-1"]
    words = ["xboard", f"@{settings}", "-scp", engine, *begins, "-noGUI", "-ponderNextMove", "true",
             *match_words(count, folder / "games.pgn", folder / "xboard.debug")]

    def start():
        with open(folder / "xboard.out", "w", encoding="utf-8") as output:
            return subprocess.Popen(words, env=dict(os.environ, DISPLAY=display.name, HOME=str(folder)), cwd=folder,
                                    stdout=output, stderr=output)
    return judge(start, folder, game, count, settings)


def play_in_winboard(wine, helgi, folder, game, count, ponders):
    """The same in WinBoard, which shows its board; by the program for Windows, if HELGI_EXE names one."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / f"{game}.xop"
    program, port = os.environ.get("HELGI_EXE"), None
    if program:
        engine = " ".join(words_of(windows_path(Path(program).resolve()), game))
    else:
        port = EnginePort(words_of(helgi, game))
        engine = f"{windows_path(wine.bridge)} {port.number}"
    write_settings(helgi, game, engine, settings)
    words = [f"@{windows_path(settings)}", "-scp", engine, "-ponderNextMove", "true" if ponders else "false",
             "-animateMoving", "false",
             *match_words(count, windows_path(folder / "games.pgn"), windows_path(folder / "xboard.debug"))]
    try:
        return judge(lambda: wine.start(words, folder), folder,
                     f"{game} in WinBoard{', pondering' if ponders else ''}", count, settings)
    finally:
        if port:
            port.close()


def match_words(count, record, debug):
    """The options of a match. XBoard has room for 1,000 half-moves, which two weak players of shogi may exceed: after
    800 it adjudicates a draw."""
    return ["-matchGames", str(count), "-popupExitMessage", "false", "-timeControl", "0:01", "-timeIncrement", "0.02",
            "-matchPause", "10", "-adjudicateDrawMoves", "400", "-saveGameFile", str(record), "-debugMode", "true",
            "-nameOfDebugFile", str(debug)]


def judge(start, folder, title, count, settings):
    """Waits for the end of a match; whether all its games came to an end by the rules, and were of the game that
    the settings name: XBoard plays chess where it is told to play what no engine offers."""
    record = folder / "games.pgn"
    record.unlink(missing_ok=True)
    process = start()
    try:
        process.wait(60 + 120 * count)
    except subprocess.TimeoutExpired:
        print(f"{title}: FAILED: the match has no end")
        return False
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    text = record.read_text(encoding="utf-8") if record.exists() else ""
    results = list(RESULT.finditer(text))
    faults = [found[0].strip() for found in results if FAULTS.search(found["reason"]) or found["result"] == "*"]
    variant = re.search(r"^-variant (\S+)$", settings.read_text(encoding="utf-8"), re.M)[1]
    others = set(re.findall(r'^\[Variant "(.*)"\]$', text, re.M) or ["normal"]) - {variant}
    faults += [f"played {other}" for other in sorted(others)]
    score = {text: sum(found["result"] == text for found in results) for text in ("1-0", "0-1", "1/2-1/2")}
    fine = len(results) == count and not faults
    print(f"{title}: {'' if fine else 'FAILED: '}{len(results)} of {count} games, {score}, faults: {faults or 'none'}",
          flush=True)
    return fine
