#!/usr/bin/env python3
"""Stands between XBoard and an engine: hands every line on and writes it to a log.

    relay.py LOG ENGINE [ARGUMENT...]

The log has a line `> TEXT` for what XBoard says and `< TEXT` for what the engine says, in the order
in which they came through here. What is written to the pipe LOG.say is said to the engine as well.
If there is a file LOG.start, the game begins from a position: the engine is told the file's first
line, and XBoard's `setup` line gets the second, the same position in XBoard's letters.
"""
import os
import re
import signal
import subprocess
import sys
import threading


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    path, engine = sys.argv[1], sys.argv[2:]
    fen = shown = None
    if os.path.exists(path + ".start"):
        with open(path + ".start", encoding="utf-8") as start:
            fen, shown = start.read().splitlines()
    log = open(path, "w", encoding="utf-8", buffering=1)
    # The engine is stopped by `quit` or the end of its input alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    lock, writing = threading.Lock(), threading.Lock()

    def note(arrow, line):
        with lock:
            log.write(f"{arrow} {line}\n")

    def tell(line):
        note(">", line)
        with writing:
            child.stdin.write(line + "\n")
            child.stdin.flush()

    def answers():
        for line in child.stdout:
            line = line.rstrip("\n")
            if shown and line.startswith("setup "):
                line = re.sub(r"^(setup \(\S+\) \S+) .*", lambda found: f"{found[1]} {shown}", line)
            note("<", line)
            print(line, flush=True)
        os._exit(child.wait())

    def besides():
        # Open for writing too: without that there are moments with no reader, in which a line is lost.
        with os.fdopen(os.open(path + ".say", os.O_RDWR), encoding="utf-8") as pipe:
            for line in pipe:
                tell(line.rstrip("\n"))

    threading.Thread(target=answers, daemon=True).start()
    threading.Thread(target=besides, daemon=True).start()
    for line in sys.stdin:
        line = line.rstrip("\n")
        tell(line)
        # The engine stays on the side that does not move first, as after `new`.
        if fen and line.startswith("variant "):
            for extra in ("force", f"setboard {fen}", "playother"):
                tell(extra)
    child.stdin.close()
    child.wait()


if __name__ == "__main__":
    main()
