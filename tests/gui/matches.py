"""XBoard lets the engine play itself, as people do who compare engines, and referees as far as it can."""
import os
import random
import re
import subprocess

import positions

GAMES = ["chess", "fischerandom", "tavreli", "tactical", "chessbattle", "popular10"]
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
    settings, record, starts = folder / f"{game}.xop", folder / "games.pgn", folder / "openings.fen"
    record.unlink(missing_ok=True)
    engine = f"{helgi} --option UCI_LimitStrength=true --option UCI_Elo=700"
    subprocess.run([helgi, "xboard-settings", game, "--engine", engine, "--output", settings], check=True,
                   stdout=subprocess.DEVNULL)
    begins = []
    if game == "chess":
        starts.write_text("".join(f"{start}\n" for start in openings(helgi, count)), encoding="utf-8")
        begins = ["-loadPositionFile", str(starts), "-loadPositionIndex", "-1"]
    command = ["xboard", f"@{settings}", "-scp", engine, *begins, "-matchGames", str(count), "-noGUI",
               "-popupExitMessage", "false", "-ponderNextMove", "true",
               "-timeControl", "0:01", "-timeIncrement", "0.02", "-matchPause", "10",
               "-saveGameFile", str(record), "-debugMode", "true", "-nameOfDebugFile", str(folder / "xboard.debug")]
    with open(folder / "xboard.out", "w", encoding="utf-8") as output:
        try:
            subprocess.run(command, env=dict(os.environ, DISPLAY=display.name, HOME=str(folder)), cwd=folder,
                           stdout=output, stderr=output, timeout=60 + 120 * count, check=False)
        except subprocess.TimeoutExpired:
            print(f"{game}: FAILED: the match has no end")
            return False
    results = list(RESULT.finditer(record.read_text(encoding="utf-8"))) if record.exists() else []
    faults = [found[0].strip() for found in results if FAULTS.search(found["reason"]) or found["result"] == "*"]
    score = {text: sum(found["result"] == text for found in results) for text in ("1-0", "0-1", "1/2-1/2")}
    fine = len(results) == count and not faults
    print(f"{game}: {'' if fine else 'FAILED: '}{len(results)} of {count} games, {score}, faults: {faults or 'none'}",
          flush=True)
    return fine
