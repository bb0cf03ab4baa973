"""Draws tables of the pieces as XBoard shows them: the pictures, XBoard's letter, the name.

The pictures are cut out of screenshots of the real XBoard, the letters are those of its own text of
the position, the names those of `helgi rules`.
"""
import re
import subprocess
import textwrap

import positions
from xboard import Failure, XBoard, wait_for

# Positions in the engine's notation that together show every picture of every piece in both colours.
GAMES = {
    "tavreli": [
        "rnbqkbnr/tmad+eamt/8/8/8/8/TMAD+EAMT/RNBQKBNR w - - 0 1",
        "4k3/4e3/8/8/8/8/4E3/4K3 w - - 0 1",
        "(tr)(mn)(ab)(dq)(rk)3/3(at)(m+e)3/8/8/8/8/3(AT)(M+E)3/(TR)(MN)(AB)(DQ)(RK)3 w - - 0 1",
        "7k/8/8/8/8/8/3(RBNT)(TMM+E)3/(rtmR)(rtmN)(nnaB)(bbaQ)(qdeK)3 w - - 0 1",
        "(RTMr)(RTMn)(NNAb)(BBAq)(QDEk)3/3(rbnt)(tmm+e)3/8/8/8/8/8/7K w - - 0 1",
    ],
    "tactical": ["kqrbnpta/hvcdifj1/8/3*4/4*3/8/HVCDIFJ1/KQRBNPTA[] w - - 0 9"],
    "chessbattle": ["**gcmbhmcg**/**sssstsss**/2ssssssss2/12/12/12/12/12/12/2SSSSSSSS2/**SSSSTSSS**/**GCMBHMCG**"
                    " w - - 0 1"],
    "popular10": [
        "jcvewgdwevcj/*rnbmkqabnr*/*sssssppppp*/*10*/*10*/*10*/*10*/*PPPPPSSSSS*/*RNBAQKMBNR*/JCVEWDGWEVCJ w - - 0 1",
        "zoutiyfl4/*rnbmkqabnr*/*sssssppppp*/*10*/*10*/*10*/*10*/*PPPPPSSSSS*/*RNBAQKMBNR*/ZOUTIYFL4 w - - 0 1",
    ],
}
# The heights of the stacks that have pictures of their own, and their names.
HEIGHTS = {"alone": 1, "top of a stack\nof two or three": 2, "top of a stack\nof four or more": 4}
# One colour for all squares, so that the pictures are alike.
SQUARE, PAPER, INK = "#d9b98c", "#fbf7ef", "#2b2118"
# Square, the gap between two, the widths of a letter and of a name, all in pixels.
CELL, GAP, LETTER, NAME = 64, 6, 48, 184
ROWS = 8


def draw_all(display, helgi, folder, target, games):
    """The tables of the games, in `target`."""
    for game in games:
        if game not in GAMES:
            print(f"{game}: FAILED: expected one of {', '.join(GAMES)}")
            return False
        try:
            table = rows(helgi, game)
            pictures = shown(display, helgi, folder / f"pieces-{game}", game)
            compose(table, pictures, target / f"{game}-pieces.png")
        except (Failure, subprocess.SubprocessError) as failure:
            print(f"{game}: FAILED: {failure}")
            return False
        print(f"{game}: {len(table)} pieces in {target / f'{game}-pieces.png'}", flush=True)
    return True


def rows(helgi, game):
    """The letters that XBoard has for a piece, and the names of those that have the same."""
    text = subprocess.run([helgi, "rules", game], check=True, capture_output=True, text=True).stdout
    _, _, text = text.partition("The pieces in Betza's notation")
    pieces = re.findall(r"^(\+?[A-Z]) +(\S+(?: \S+)*)  ", text, re.M)
    if not pieces:
        raise Failure("`helgi rules` has no table of pieces")
    names = {}
    for piece, name in pieces:
        stacks = [piece.strip("+") * (height - 1) + piece for height in HEIGHTS.values()]
        letters = tuple(dict.fromkeys(positions.top(stack, game) for stack in stacks))
        name = name.removesuffix(" (promoted)")
        if name not in names.setdefault(letters, []):
            names[letters].append(name)
    return [(letters, joined(names)) for letters, names in names.items()]


def joined(names):
    """The names behind each other, with what they begin with only once."""
    first, *others = names
    words = first.rpartition(" ")[0] + " "
    return ", ".join([first, *(name.removeprefix(words) for name in others)])


def shown(display, helgi, folder, game):
    """The pictures of all the letters in the positions, as files by letter."""
    pictures = {}
    for number, fen in enumerate(GAMES[game], 1):
        # The first of two obstacles is made White's.
        text = positions.text(fen, game)
        if game == "tactical":
            text = text.replace("o", "O", 1)
        place = folder / str(number)
        options = ["-boardSize", "Titanic", "-useBoardTexture", "false", "-showCoords", "false", "-highlightLastMove",
                   "false", "-lightSquareColor", SQUARE, "-darkSquareColor", SQUARE]
        with XBoard(display, place, helgi, game, (fen, text), options) as board:
            ranks = wait_for(f"{fen} on the board", lambda: as_wanted(board.position(), fen, game))
            if board.engine_position().split()[0] != fen.split()[0]:
                raise Failure(f"the engine did not take {fen}")
            board.screenshot(place / "board.png")
            squares = positions.squares(ranks.split()[0].partition("[")[0], None)
            for row, rank in enumerate(squares):
                for column, letter in enumerate(rank):
                    if letter.isalpha() and letter not in pictures:
                        pictures[letter] = cut(board, place, letter, column, board.ranks - 1 - row)
    return pictures


def as_wanted(seen, fen, game):
    """What XBoard shows, if it is the position."""
    return seen if positions.shown(seen, game) == positions.expected(fen, game) else None


def cut(board, place, letter, column, row):
    """The picture of a square, without the lines around it."""
    _, left, top, _, _, pitch = board.window
    x, y = board.place(column + board.margin, row)
    side = pitch - 2
    path = place / f"{'white' if letter.isupper() else 'black'}-{letter}.png"
    subprocess.run(["convert", "-regard-warnings", place / "board.png", "-crop",
                    f"{side}x{side}+{x - left - side // 2}+{y - top - side // 2}", "+repage",
                    "-resize", f"{CELL}x{CELL}!", path], check=True)
    return path


def compose(table, pictures, path):
    """Writes the table: blocks beside each other, of rows below each other."""
    columns = max(len(letters) for letters, _ in table)
    head = 44 if columns > 1 else 0
    pair = 2 * CELL + GAP + LETTER
    block = columns * pair + NAME
    # Rows of stacks are wide enough alone.
    blocks = 1 if head else -(-len(table) // ROWS)
    height = -(-len(table) // blocks)
    words = ["convert", "-regard-warnings", "-size", f"{blocks * block + 2 * GAP}x{head + height * (CELL + GAP) + GAP}", f"xc:{PAPER}",
             "-fill", INK]
    for number, title in enumerate(HEIGHTS if head else ()):
        words += write(title, GAP + number * pair, 10, 15, "DejaVu-Sans")
    for number, (letters, name) in enumerate(table):
        x, y = GAP + number // height * block, GAP + head + number % height * (CELL + GAP)
        for letter in letters:
            for place, of_colour in enumerate((letter, letter.lower())):
                if of_colour not in pictures:
                    raise Failure(f"no position shows {of_colour}")
                words += [pictures[of_colour], "-geometry", f"+{x + place * (CELL + GAP // 3)}+{y}", "-composite"]
            words += write(letter, x + pair - LETTER + 6, y + CELL // 2 - 15, 26, "DejaVu-Sans-Bold")
            x += pair
        lines = textwrap.wrap(name, 19)
        words += write("\n".join(lines), x, y + CELL // 2 - 11 * len(lines), 17, "DejaVu-Sans")
    subprocess.run([*words, "-colors", "256", "-depth", "8", "-strip", path], check=True)


def write(text, x, y, size, font):
    """The words that put text on the picture, its upper left corner at a point."""
    return ["-font", font, "-pointsize", str(size), "-gravity", "NorthWest", "-annotate", f"+{x}+{y}", text,
            "-gravity", "None"]
