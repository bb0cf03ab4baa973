"""The differences between helgi.pyffish and pyffish that are known, each with its reason."""

from __future__ import annotations

from pathlib import Path


def _read() -> dict[str, dict[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    for line in (Path(__file__).parent / "differences.ini").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            sections[line[1:-1]] = {}
        elif line and not line.startswith("#"):
            name, reason = line.rsplit(" = ", 1)
            sections[list(sections)[-1]][name] = reason
    return sections


DIFFERENCES = _read()
