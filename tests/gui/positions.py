"""Positions in the engine's notation, and what XBoard should show of them.

The letters of Tavreli's stacks are written down here once more, on purpose: the engine's own
translation is what is being tested.
"""
import re
import subprocess

# The letters of a piece that stands alone, of one on top of two or three, and of higher ones.
TAVRELI = {"K": "KVG", "Q": "QUY", "R": "RWP", "B": "BOF", "N": "NCJ", "T": "TSS", "M": "MSS", "A": "ASS",
           "D": "DSS", "E": "ESS", "+T": "RWP", "+M": "NCJ", "+A": "BOF", "+D": "QUY", "+E": "HIL"}
# The games with obstacles or walls, which XBoard shows as pieces.
OBSTACLES = {"tactical", "duck", "amazons6", "snailtrail", "atlantis", "petrified"}
TOKEN = re.compile(r"\((?P<stack>[^)]*)\)|(?P<piece>\+?[A-Za-z]|\*)|(?P<run>\d+)")


def top(stack, game):
    """What is shown of a stack, bottom first, or of a single piece."""
    pieces = re.findall(r"\+?[A-Za-z]", stack)
    piece = pieces[-1]
    if game != "tavreli":
        return piece
    letters = TAVRELI[piece.upper()]
    letter = letters[0 if len(pieces) == 1 else 1 if len(pieces) < 4 else 2]
    return letter if piece.isupper() else letter.lower()


def squares(board, game, obstacles=False):
    """The ranks of a board from the top, each a list of letters; `.` for an empty square."""
    ranks = []
    for rank in board.split("/"):
        row = []
        for token in TOKEN.finditer(rank.replace("~", "")):
            if token["run"]:
                row += ["."] * int(token["run"])
            elif token["piece"] == "*":
                row.append("o" if obstacles else "*")
            else:
                row.append(top(token["stack"] or token["piece"], game))
        ranks.append(row)
    return ranks


def expected(fen, game):
    """What XBoard should show: the squares, the hands in order, the side to move."""
    board, side = fen.split()[:2]
    board, _, hand = board.partition("[")
    return squares(board, game, obstacles=game in OBSTACLES), sorted(hand.rstrip("]")), side


def shown(fen, game):
    """What XBoard shows, by its own text. An obstacle may have either colour."""
    board, side = fen.split()[:2]
    board, _, hand = board.partition("[")
    ranks = squares(board, None)
    if game in OBSTACLES:
        ranks = [["o" if letter == "O" else letter for letter in rank] for rank in ranks]
    return ranks, sorted(hand.rstrip("]-")), side


def text(fen, game):
    """The position as XBoard reads it."""
    ranks, hand, side = expected(fen, game)
    lines = []
    for rank in ranks:
        lines.append(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(rank)))
    hand = f"[{''.join(hand)}]" if hand or game == "tactical" else ""
    board = "/".join(lines)
    if "~" in fen:
        # Promoted pawns, which it would put into the hand as what they are.
        board = re.split(r"[\[ ]", fen)[0]
    return f"{board}{hand} {side} - - 0 1"


class Referee:
    """The engine in its other protocol, asked what a move leads to."""

    def __init__(self, helgi, game):
        self.process = subprocess.Popen([helgi], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say(f"setoption name UCI_Variant value {game}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, ending):
        """The lines up to one that begins so, or with one of several beginnings."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the referee is gone")
            lines.append(line.strip())
            if lines[-1].startswith(ending):
                return lines

    def after(self, fen, move):
        """The position after a move; `None` if it is not legal."""
        self.say(f"position {fen} moves {move}" if fen == "startpos" else f"position fen {fen} moves {move}")
        # `readyok` would come at once, and an answer after a count perhaps only later.
        self.say("d")
        line = self.until(("Fen: ", "info string error d: "))[-1]
        return line.removeprefix("Fen: ") if line.startswith("Fen: ") else None

    def moves(self, fen):
        """The legal moves."""
        self.say("position startpos" if fen == "startpos" else f"position fen {fen}")
        self.say("go perft 1")
        lines = self.until("Nodes searched")
        return [line.split(": ")[0] for line in lines if re.fullmatch(r"\S+: 1", line)]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
