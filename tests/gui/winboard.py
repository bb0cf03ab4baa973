"""WinBoard in Wine under Xvfb, with the same hand and eye as XBoard.

WinBoard starts only programs for Windows: the engine of this system is reached through `bridge.exe` (bridge.c) and a
port of this machine. Wine's files are kept in target/gui/wine.
"""
import itertools
import os
import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path

from xboard import Failure, Log, XBoard, engine_words, read_setup, wait_for

HERE = Path(__file__).resolve().parent
# The frame around WinBoard's board, and the line between squares. Unit: pixels.
FRAME, LINE = 4, 1
# The sizes of squares by WinBoard's names.
SIZES = {"Petite": 33, "Middling": 49, "Bulky": 72}
# The part of a square's side that is looked at: coordinates and lines are in the rest.
INNER = 0.7


def windows_path(path):
    """A path as programs in Wine take it."""
    return "Z:" + str(path).replace("/", "\\")


class Wine:
    """Wine with a screen, and a bridge for engines. Wine's server is bound to the screen that it is started on."""

    def __init__(self, display, folder, winboard):
        self.display, self.winboard = display, winboard
        self.bridge = folder / "bridge.exe"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["x86_64-w64-mingw32-gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.bridge,
                        HERE / "bridge.c", "-lws2_32"], check=True)
        # Without Mono and Gecko, which Wine would like to fetch.
        self.env = dict(os.environ, DISPLAY=display.name, WINEPREFIX=str(folder / "wine"), WINEDEBUG="-all",
                        WINEDLLOVERRIDES="mscoree=;mshtml=")
        self.server("-k")
        self.server("-p")
        # No pipe: Wine's services, which stay, would keep it open.
        if subprocess.run(["wine", "cmd", "/c", "ver"], env=self.env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False).returncode:
            raise Failure("Wine does not start")

    def server(self, what):
        """Tells the server of these files alone."""
        subprocess.run(["wineserver", what], env=self.env, check=False, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def start(self, words, folder):
        """WinBoard with arguments."""
        with open(folder / "winboard.out", "w", encoding="utf-8") as output:
            return subprocess.Popen(["wine", self.winboard, *words], env=self.env, cwd=folder, stdout=output,
                                    stderr=output)

    def close(self):
        self.server("-k")


class EnginePort:
    """A port that starts an engine for everybody who connects."""

    def __init__(self, command, env=None):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.number = self.socket.getsockname()[1]
        self.engines = []
        self.command, self.env = [str(word) for word in command], env
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.engines.append(subprocess.Popen(self.command, stdin=connection, stdout=connection, env=self.env))

    def close(self):
        """No more engines; those that are there end with their connections."""
        # A thread that waits in `accept` is not woken by `close` alone.
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for engine in self.engines:
            try:
                engine.wait(5)
            except subprocess.TimeoutExpired:
                engine.kill()
                engine.wait()


def write_settings(helgi, game, engine, settings):
    """The settings for WinBoard, and the pictures."""
    subprocess.run([helgi, "xboard-settings", game, "--winboard", "--engine", engine, "--output", settings],
                   check=True, stdout=subprocess.DEVNULL)


class WinBoard(XBoard):
    """WinBoard with one game, started as a person would: from the settings file."""

    def __init__(self, wine, folder, helgi, game, start=None, options=()):
        self.wine = wine
        options = [*options, *self.prepare(folder, game, start, windows_path)]
        self.env = wine.env
        self.port = EnginePort(["python3", HERE / "relay.py", self.log.path, *engine_words(helgi, game)])
        settings = folder / f"{game}.xop"
        write_settings(helgi, game, f"{windows_path(wine.bridge)} {self.port.number}", settings)
        self.size = SIZES[re.search(r"-boardSize (\S+)", settings.read_text(encoding="utf-8"))[1]]
        self.process = wine.start(
            [f"@{windows_path(settings)}", "-overrideLineGap", str(LINE), "-animateMoving", "false",
             "-ponderNextMove", "false", "-debugMode", "true", "-nameOfDebugFile", windows_path(folder / "xboard.debug"),
             *options], folder)
        try:
            self.log.wait(r"^< pong", 60)
            read_setup(self, game)
            self.window = wait_for("WinBoard's window", self.settled_window)
        except BaseException:
            self.close()
            raise

    def find_window(self):
        """WinBoard's window, once it has the form of its board, and the size of a square with the line beside it."""
        pitch = self.size + LINE
        for window in self.tool("search", "--onlyvisible", "--name", r"(^|\\)WinBoard").split():
            text = self.tool("getwindowgeometry", "--shell", window)
            values = dict(line.split("=") for line in text.split())
            x, y, width, height = (int(values.get(key, 0)) for key in ("X", "Y", "WIDTH", "HEIGHT"))
            above = height - self.rows * pitch - LINE - FRAME
            if width == self.columns * pitch + LINE + 2 * FRAME and 40 < above < 150:
                return window, x, y, width, height, pitch
        return None

    def place(self, column, row):
        _, x, y, _, height, pitch = self.window
        return int(x + FRAME + (column + 0.5) * pitch), int(y + height - FRAME - (row + 0.5) * pitch)

    def position(self):
        # On a busy machine Wine may lose the key, or copy before it knows that another program has the clipboard.
        for attempt in range(6):
            try:
                return super().position(5)
            except Failure:
                if attempt == 5:
                    raise
        return None

    def squares(self):
        """The inner parts of all places of the board and the hands, by column and row from the lower left corner."""
        _, x, y, width, height, pitch = self.window
        pixels = self.picture("rgb:-")
        half = int(self.size * INNER / 2)
        parts = {}
        for column, row in itertools.product(range(self.columns), range(self.rows)):
            middle, line = self.place(column, row)
            middle, line = middle - x, line - y
            parts[column, row] = b"".join(pixels[3 * (at * width + middle - half):3 * (at * width + middle + half)]
                                          for at in range(line - half, line + half))
        assert len(pixels) == 3 * width * height
        return parts

    def close(self):
        super().close()
        self.port.close()


def differing(one, other):
    """The share of pixels that differ."""
    count = sum(one[at:at + 3] != other[at:at + 3] for at in range(0, len(one), 3))
    return 3 * count / len(one)


def check_pieces(board, ranks, hands):
    """Finds fault with pieces that are not seen on their squares, and with two that look alike. `ranks`: the letters
    on the board, from the top; `hands`: those in White's hand and in Black's."""
    squares = board.squares()
    on_places = {(column + board.margin, board.ranks - 1 - row): letter
                 for row, rank in enumerate(ranks) for column, letter in enumerate(rank)}
    if board.margin:
        on_places |= {(board.columns - 1, board.letters.index(letter)): letter for letter in hands if letter.isupper()}
        on_places |= {(0, board.rows - 1 - board.letters.index(letter.upper())): letter for letter in hands
                      if letter.islower()}
    empty = {shade(place): squares[place] for place, letter in on_places.items() if letter == "."}
    looks = {}
    for place, letter in on_places.items():
        if not letter.isalpha():
            continue
        # Beside the board there are no shades.
        ground = empty.get(shade(place)) if board.margin <= place[0] < board.columns - board.margin else None
        blank = ground or squares[place][:3] * (len(squares[place]) // 3)
        if differing(squares[place], blank) < 0.1:
            raise Failure(f"{letter} is not seen at {place}")
        if ground:
            looks.setdefault((letter, shade(place)), squares[place])
    for (one, shade_of_one), (other, shade_of_other) in itertools.combinations(looks, 2):
        is_neutral = one.upper() == other.upper() == "O" and board.margin
        if shade_of_one == shade_of_other and one != other and not is_neutral:
            if differing(looks[one, shade_of_one], looks[other, shade_of_other]) < 0.02:
                raise Failure(f"{one} and {other} look alike")
    return {letter for letter, _ in looks} | set(hands)


def shade(place):
    """Light or dark."""
    return sum(place) % 2


def missing_programs():
    """Debian's packages of programs that are not there."""
    tools = {"wine": ["wine", "wine64"], "x86_64-w64-mingw32-gcc": ["gcc-mingw-w64-x86-64-win32", "mingw-w64-x86-64-dev"]}
    return [package for tool, packages in tools.items() if not shutil.which(tool) for package in packages]
