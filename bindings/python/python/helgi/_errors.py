"""The exceptions of this package: each has the value that was refused, and what was expected."""

from __future__ import annotations


class HelgiError(ValueError):
    """A text or a number that cannot be used. The other errors of this package are subclasses.

    Attributes:
        field: what was refused, such as ``"castling"`` or ``"nodes"``
        value: the text that was refused; a long one is cut
        expected: what would have been accepted
    """

    def __init__(self, message: str, field: str = "", value: str = "", expected: str = "") -> None:
        super().__init__(message, field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        return str(self.args[0])


class ArgumentError(HelgiError):
    """A number or a text out of its range: a negative depth, a time that is no number, a text with half a character."""


class FenError(HelgiError):
    """A text that is no position of the game.

    Attributes:
        fault: the kind of the fault, a name that stays the same: ``field``, ``square``, ``last-rank``, ``kings``,
            ``too-many``, ``promoted``, ``obstacles``, ``check``, ``rights`` or ``objectives``
    """

    def __init__(
        self, message: str, field: str = "", value: str = "", expected: str = "", fault: str = "field"
    ) -> None:
        super().__init__(message, field, value, expected)
        self.args = (message, field, value, expected, fault)
        self.fault = fault


class MoveError(HelgiError):
    """A text that is no legal move of the position.

    Attributes:
        reason: ``"ambiguous"`` if several legal moves fit, otherwise ``"illegal"``
    """

    def __init__(
        self, message: str, field: str = "", value: str = "", expected: str = "", reason: str = "illegal"
    ) -> None:
        super().__init__(message, field, value, expected)
        self.args = (message, field, value, expected, reason)
        self.reason = reason


class GameNameError(HelgiError):
    """A name that no game has, or that several games share."""


class PgnError(HelgiError):
    """A file of games that cannot be read any further, or a recorded game that the rules do not allow.

    Attributes:
        line: the line, counted from 1; 0 if the fault is on no line
    """

    def __init__(
        self, message: str, field: str = "", value: str = "", expected: str = "", line: int = 0
    ) -> None:
        super().__init__(message, field, value, expected)
        self.args = (message, field, value, expected, line)
        self.line = line


class EngineClosedError(HelgiError):
    """An engine that was asked to think after `close`."""


class GameFileError(HelgiError):
    """A file with descriptions of games of which at least one cannot be played.

    Attributes:
        findings: everything there is to say about the file, a `Finding` each, in the order of its lines
        games: the names of the games that can be played; they are loaded
    """

    def __init__(
        self, message: str, findings: tuple[Finding, ...] = (), games: tuple[str, ...] = ()
    ) -> None:
        first = next((finding for finding in findings if finding.is_fatal), None)
        found, expected = (first.found, first.expected) if first else ("", "")
        super().__init__(message, first.key if first else "", found, expected)
        self.args = (message, findings, games)
        self.findings = findings
        self.games = games


class FenWarning(UserWarning):
    """A part of the text of a position that was read otherwise than it is written, and what was made of it."""


class GameFileWarning(UserWarning):
    """A text in a file of games that could be a slip, with what was made of it."""


class Finding:
    """One report about a file of games.

    Attributes:
        severity: ``"error"``, ``"refused"`` (a rule that helgi does not have), ``"warning"`` or ``"note"``
        line: the line, counted from 1
        column: the character within the line, counted from 1
        section: the game; empty outside a section
        key: the key; empty for what concerns no key
        found: the text of the file
        expected: what would have been accepted, or the whole sentence of a refusal, a warning or a note
        suggestion: what to write instead, if helgi has an idea
        text: the report as one line
    """

    __slots__ = ("severity", "line", "column", "section", "key", "found", "expected", "suggestion", "text")

    def __init__(
        self,
        severity: str,
        line: int,
        column: int,
        section: str,
        key: str,
        found: str,
        expected: str,
        suggestion: str | None,
        text: str,
    ) -> None:
        self.severity = severity
        self.line = line
        self.column = column
        self.section = section
        self.key = key
        self.found = found
        self.expected = expected
        self.suggestion = suggestion
        self.text = text

    @property
    def is_fatal(self) -> bool:
        """True if the game cannot be played."""
        return self.severity in ("error", "refused")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Finding {self.text!r}>"
