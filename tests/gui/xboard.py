"""XBoard under Xvfb, with a hand on its mouse and an eye on what it says to its engine."""
import os
import re
import shlex
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Long enough for a slow machine; nothing waits that long unless something is broken.
PATIENCE = 30.0
# About what XBoard shows above its board. Unit: pixels.
ABOVE = 110


class Failure(Exception):
    """What was expected did not happen."""


def wait_for(what, condition, patience=PATIENCE):
    """Asks again and again until the condition gives something true, and returns that."""
    deadline = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise Failure(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(0.02)


def wait_to_see(what, look, is_wanted, patience=PATIENCE):
    """Looks again and again until what is seen is what is wanted; if it never is, says what was seen last."""
    seen = None

    def is_seen():
        nonlocal seen
        seen = look()
        return is_wanted(seen)
    try:
        wait_for(what, is_seen, patience)
    except Failure as failure:
        raise Failure(f"{failure};\n  seen last: {seen}") from None


class Display:
    """A virtual screen."""

    def __init__(self, size="1400x1000"):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            # It would begin anew when the last window closes, and refuse those that come meanwhile.
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as number:
            self.name = f":{number.readline().strip()}"
        if self.name == ":":
            raise Failure("Xvfb did not start")

    def close(self):
        self.process.terminate()
        self.process.wait()


class Log:
    """The dialogue between XBoard and the engine, read as it grows."""

    def __init__(self, path):
        self.path = path
        self.seen = 0

    def lines(self):
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return text[:text.rfind("\n") + 1].splitlines()

    def wait(self, pattern, patience=PATIENCE):
        """The first line after those already waited for that matches; it and those before it count
        as seen."""
        def find():
            for number, line in enumerate(self.lines()[self.seen:], self.seen + 1):
                if re.search(pattern, line):
                    self.seen = number
                    return line
            return None
        try:
            return wait_for(f"a line like {pattern!r}", find, patience)
        except Failure as failure:
            last = "\n    ".join(self.lines()[-25:])
            raise Failure(f"{failure}; the last lines:\n    {last}") from None

    def mark(self):
        """From here on everything is new."""
        self.seen = len(self.lines())


# The games that XBoard knows by itself.
KNOWN = {"chess", "fischerandom", "crazyhouse", "seirawan"}


def engine_words(helgi, game):
    """The engine, which offers the game even where its list has no room for all. Chess960 is always in it, and no variant
    of UCI."""
    return [helgi] if game == "fischerandom" else [helgi, "--option", f"UCI_Variant={game}"]


def read_setup(board, game):
    """The size of the board and the letters, by the engine's `setup` line; XBoard knows some games without one."""
    setups = [line for line in board.log.lines() if line.startswith("< setup ")]
    hands = {"crazyhouse": 5, "seirawan": 7}
    known = f" 8x8+{hands.get(game, 0)}_"
    size = re.search(r" (\d+)x(\d+)\+(\d+)_", setups[0] if setups else known)
    board.files, board.ranks, hand = map(int, size.groups())
    # A hand and a gap on either side; a hand may be higher than the board.
    board.margin = 2 if hand else 0
    table = re.search(r"\((\S+)\)", setups[0])[1] if setups else "PNBRQHEKpnbrqhek"
    # Promoted forms and promoted pawns are in no hand.
    board.letters = re.sub(r"\^.|[.~]", "", table[:len(table) // 2])
    board.columns, board.rows = board.files + 2 * board.margin, max(board.ranks, hand)


class XBoard:
    """XBoard with one game, started as a person would: from the settings file."""

    def prepare(self, folder, game, start, path_text=str):
        """The dialogue's files for the relay. `start`: a position in the engine's notation and in XBoard's letters.
        The options that load it in a game that XBoard knows by itself, where no `setup` line can say it; `path_text`
        writes a path for the program."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.log = Log(folder / "dialogue.log")
        self.say = folder / "dialogue.log.say"
        beginning = folder / "dialogue.log.start"
        for path in (self.log.path, self.say, beginning):
            path.unlink(missing_ok=True)
        os.mkfifo(self.say)
        if start and game in KNOWN:
            # The window's title is the file's path.
            loaded = folder / f"{type(self).__name__}.fen"
            loaded.write_text(f"{start[1]}\n", encoding="utf-8")
            return ["-loadPositionFile", path_text(loaded)]
        if start:
            beginning.write_text("\n".join(start) + "\n", encoding="utf-8")
        return []

    def __init__(self, display, folder, helgi, game, start=None, options=()):
        options = [*options, *self.prepare(folder, game, start)]
        self.env = dict(os.environ, DISPLAY=display.name, HOME=str(folder))
        relay = ["python3", str(HERE / "relay.py"), str(self.log.path)]
        command = " ".join(f'"{word}"' if " " in word else word for word in map(str, [*relay, *engine_words(helgi, game)]))
        settings = folder / f"{game}.xop"
        subprocess.run([helgi, "xboard-settings", game, "--engine", command, "--output", settings],
                       check=True, stdout=subprocess.DEVNULL)
        xboard = shlex.split(f"xboard @{settings} -overrideLineGap 1 -animateMoving false -soundMove ''"
                             f" -ponderNextMove false -debugMode true -nameOfDebugFile {folder}/xboard.debug")
        with open(folder / "xboard.out", "w", encoding="utf-8") as output:
            self.process = subprocess.Popen([*xboard, *options], env=self.env, cwd=folder, stdout=output,
                                            stderr=subprocess.STDOUT)
        try:
            self.log.wait(r"^< pong")
            read_setup(self, game)
            self.window = self.shown_window()
            self.key("Escape")
        except BaseException:
            self.close()
            raise

    def tool(self, *arguments):
        done = subprocess.run(["xdotool", *map(str, arguments)], env=self.env, capture_output=True, text=True)
        return done.stdout

    def shown_window(self):
        """The window, once it has the form of its board and no longer changes."""
        for _ in range(5):
            try:
                return wait_for("XBoard's window", self.settled_window, 5)
            except Failure:
                # On a busy machine XBoard may keep the window that it had before it knew the size of its board. It
                # lays itself out anew when somebody pulls at the window.
                if largest := self.largest_window():
                    _, window, _, _, width, _ = largest
                    self.tool("windowsize", window, width, self.rows * width // self.columns + ABOVE)
        return wait_for("XBoard's window", self.settled_window)

    def largest_window(self):
        """The largest window of XBoard: its area, name, place and size."""
        best = None
        for window in self.tool("search", "--onlyvisible", "--name", "(^|/)[xX][bB]oard").split():
            text = self.tool("getwindowgeometry", "--shell", window)
            values = dict(line.split("=") for line in text.split())
            if {"X", "Y", "WIDTH", "HEIGHT"} <= values.keys():
                x, y, width, height = (int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
                best = max(best or (0,), (width * height, window, x, y, width, height))
        return best

    def find_window(self):
        """The largest window of XBoard, once it has the form of its board, and the size of a square
        with the line beside it."""
        best = self.largest_window()
        if not best:
            return None
        # Two pixels of frame around the board, and one for the last line.
        pitch = (best[4] - 5) // self.columns
        above = best[5] - self.rows * pitch - 3
        return (*best[1:], pitch) if 50 < above < 150 else None

    def settled_window(self):
        """The same, if it no longer changes: a square board takes the place of another."""
        window = self.find_window()
        time.sleep(0.3)
        return window if window == self.find_window() else None

    def place(self, column, row):
        """The middle of a place, counted from the lower left corner of the board with its hands."""
        _, x, y, _, height, pitch = self.window
        return int(x + 2 + (column + 0.5) * pitch), int(y + height - 2 - (row + 0.5) * pitch)

    def square(self, name):
        """The middle of a square by its name, ranks counted from 1."""
        return self.place(ord(name[0]) - ord("a") + self.margin, int(name[1:]) - 1)

    def hand(self, letter):
        """The middle of the place of White's hand where a piece lies, by its upper-case letter."""
        return self.place(self.columns - 1, self.letters.index(letter))

    def point(self, place):
        """The mouse goes there, and XBoard may have something to say about that.

        No `--sync`: a mouse that is there already would be waited for fifteen seconds."""
        self.tool("mousemove", *place)

    def lift(self, place):
        """Takes a piece up; the engine's marks, from the top rank, `.` for an unmarked square."""
        self.point(place)
        self.tool("click", 1)
        self.log.wait(r"^> lift ")
        return self.marks()

    def marks(self):
        """The marks that the engine sends next."""
        text = self.log.wait(r"^< highlight ").split()[2]
        return re.sub(r"\d+", lambda run: "." * int(run[0]), text).split("/")

    def mark(self, marks, name):
        """The mark of a square."""
        return marks[self.ranks - int(name[1:])][ord(name[0]) - ord("a")]

    def move(self, squares, letter=None):
        """Moves a piece over the squares with the mouse, as a user does; `letter` is what it becomes,
        where that is left to the user."""
        self.go(self.lift(self.square(squares[0])), squares[1:], letter)

    def drop(self, letter, to):
        """Puts a piece from White's hand on a square."""
        self.go(self.lift(self.hand(letter)), [to])

    def gate(self, letter, squares):
        """Takes up a piece of White's hand, which comes to the square of the first of the squares when that one's piece
        goes to the other."""
        self.lift(self.hand(letter))
        self.point(self.square(squares[0]))
        self.tool("click", 1)
        self.log.wait(r"^> lift ")
        self.go(self.marks(), squares[1:])

    def go(self, marks, squares, letter=None):
        """Puts a piece that has been taken up on one square after the other."""
        for name in squares:
            mark = self.mark(marks, name)
            if not mark.isupper():
                raise Failure(f"{name} is not marked: {'/'.join(marks)}")
            self.point(self.square(name))
            if mark == "C":
                self.tool("click", 1)
                self.log.wait(r"^> lift ")
                marks = self.marks()
                continue
            self.tool("mousedown", 1)
            if mark == "M" and letter in ("+", "-"):
                self.choose_form(letter)
            elif mark == "M":
                self.choose(self.log.wait(r"^< choice ").split()[2], letter)
            self.tool("mouseup", 1)
        self.log.wait(r"^> usermove ")

    def choose(self, letters, wanted):
        """Pulls a piece backwards, with the button down, until it is the wanted one. Every half square
        makes it the next of the letters, in the order of XBoard's table, from the first on.

        XBoard may see two movements of the mouse that come at once as one, so each waits until what
        came before is drawn."""
        if wanted not in letters:
            raise Failure(f"{wanted} is not among the choices {letters}")
        order = [letter for letter in self.letters if letter in letters]
        steps = (order.index(wanted) - order.index(letters[0])) % len(order)
        debug = self.folder / "xboard.debug"
        wait_for("XBoard to read the choice", lambda: f": choice {letters}" in debug.read_text(errors="replace"))
        drawn = self.drawn()
        for _ in range(steps):
            self.tool("mousemove_relative", "--sync", "--", 0, self.window[5] // 2 + 1)
            drawn = self.drawn(drawn)

    def choose_form(self, letter):
        """Leaves a piece promoted, or for `-` pulls it backwards, with the button down, until it is not."""
        drawn = self.drawn()
        if letter == "-":
            self.tool("mousemove_relative", "--sync", "--", 0, self.window[5] // 2 + 1)
            self.drawn(drawn)

    def key(self, *keys):
        """Presses a key or a combination."""
        self.tool("windowfocus", "--sync", self.window[0], "key", *keys)

    def type(self, text):
        """Types a move."""
        self.tool("windowfocus", "--sync", self.window[0], "type", "--delay", "30", text)
        self.tool("key", "Return")
        self.log.wait(r"^> (usermove|setboard) ")

    def position(self, patience=PATIENCE):
        """The position that XBoard shows, by its own words."""
        copy = ["xclip", "-selection", "clipboard"]
        subprocess.run(copy, input="nothing", env=self.env, text=True, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.key("ctrl+shift+c")

        def copied():
            try:
                got = subprocess.run([*copy, "-o"], env=self.env, capture_output=True, text=True, timeout=2).stdout
            except subprocess.TimeoutExpired:
                # Whoever has the clipboard does not answer, which xclip would wait for without end.
                return None
            return got if got != "nothing" and "/" in got else None
        return wait_for("the position on the clipboard", copied, patience).strip()

    def engine_position(self):
        """The position that the engine has, in its own notation."""
        self.say.write_text("d\n", encoding="utf-8")
        return self.log.wait(r"^< # Fen: ").removeprefix("< # Fen: ")

    def drawn(self, before=None):
        """What the window shows once it no longer changes and is no longer what it was."""
        def still():
            picture = self.picture("rgb:-")
            return picture if picture != before and picture == self.picture("rgb:-") else None
        return wait_for("XBoard to draw its board", still)

    def picture(self, to):
        """Takes a picture of the window; what ImageMagick writes to standard output."""
        _, x, y, width, height, _ = self.window
        done = subprocess.run(["import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "-depth", "8", to],
                              env=self.env, check=True, capture_output=True)
        return done.stdout

    def screenshot(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.picture(str(path))

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
