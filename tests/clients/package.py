"""PyPI's packages for the tests beside this file, each in a virtual environment of its own, and Debian's."""
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The program: one that is named, or the release that is built for it.
HELGI = Path(os.environ.get("HELGI", ROOT / "target" / "release" / "helgi"))
# Debian's place for games is not on everybody's path.
os.environ["PATH"] += ":/usr/games"


def skip(reason):
    """Says that a suite cannot run. Where CI is true that is a failure: a green run has run everything."""
    print(f"SKIPPED SKIPPED SKIPPED: {reason}")
    if os.environ.get("CI") == "true":
        sys.exit("CI is true: expected every suite to run")


def has_tool(tool, package):
    """Whether a program is there, after an attempt to install Debian's package with it; if not, that is said."""
    if not shutil.which(tool):
        subprocess.run([ROOT / "tests" / "install", package], check=True)
    if shutil.which(tool):
        return True
    skip(f"no test with {tool} of Debian's package {package}, which is not to be had")
    return False


def has(package, script):
    """Whether the script runs where the package can be imported. Where it does not yet, it is started
    anew there, with the engine built, and this does not return; if the package is not to be had, that
    is said."""
    place = ROOT / "target" / package.replace("==", "-")
    python = place / "bin" / "python"
    if Path(sys.prefix).resolve() == place.resolve():
        return True
    try:
        if not python.exists():
            venv.create(place, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        skip(f"no test with PyPI's {package}, which is not to be had: {error}")
        return False
    if "HELGI" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--bin", "helgi"], cwd=ROOT, check=True)
    os.execv(python, [python, script, *sys.argv[1:]])
