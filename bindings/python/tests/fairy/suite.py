"""Runs Fairy-Stockfish's own tests of pyffish against helgi.pyffish, each assertion by itself.

    python suite.py path/to/Fairy-Stockfish/test.py

The file is not part of helgi: it is GPL. Prints three numbers (all assertions, those whose game helgi has, those that
hold) and those that do not hold. Fails unless these are the ones in differences.ini, section `suite`, and at least 95 %
hold.
"""

from __future__ import annotations

import ast
import sys
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import helgi
import helgi.pyffish
import pyffish

from differences import DIFFERENCES

LEAST = 0.95


class Failed:
    """Stands for the result of a call that raised, and raises it again for whoever asks."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def _raise(self, *_: object) -> Any:
        raise self.error

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = _raise
    __eq__ = __ne__ = _raise
    __hash__ = None  # type: ignore[assignment]


class Count:
    """The results of all assertions."""

    def __init__(self) -> None:
        self.held = 0
        self.without_game = 0
        self.not_held = 0
        self.failed: dict[str, str] = {}

    def check(self, assertion: Callable[[], object], name: str, shown: dict[str, Any]) -> None:
        """Makes one assertion."""
        try:
            assertion()
            self.held += 1
        except helgi.GameNameError:
            self.without_game += 1
        except Exception as error:
            self.not_held += 1
            keys = ("variant", "fen", "moves", "move")
            values = {key: shown[key] for key in keys if key in shown and not isinstance(shown[key], Failed)}
            place = " ".join(str(value) for value in values.values() if isinstance(value, str))
            reason = f"{type(error).__name__}: {error}".replace("\n", " ")
            self.failed[f"{name} {place}".strip()] = reason


class Apart(ast.NodeTransformer):
    """Takes the statements of tests apart, so that one that fails does not end the others."""

    def __init__(self) -> None:
        self.test = ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.test = node.name
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            return node
        if not call.func.attr.startswith("assert"):
            return node
        asked = ast.unparse(call.args[1] if len(call.args) > 1 else call.args[0])
        name = f"{self.test}: {asked}"
        check = ast.parse(f"_count.check(lambda: None, {name!r}, dict(locals()))").body[0]
        assert isinstance(check, ast.Expr) and isinstance(check.value, ast.Call)
        function = check.value.args[0]
        assert isinstance(function, ast.Lambda)
        function.body = call
        return ast.copy_location(ast.fix_missing_locations(check), node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name) or not self.test:
            return node
        guarded = ast.parse(f"try: pass\nexcept Exception as error: {node.targets[0].id} = _Failed(error)").body[0]
        assert isinstance(guarded, ast.Try)
        guarded.body = [node]
        return ast.copy_location(ast.fix_missing_locations(guarded), node)


def tested_module() -> types.ModuleType:
    """helgi.pyffish, with the games of pyffish only, and with a file of which helgi cannot play every game."""
    module = types.ModuleType("pyffish")
    for name in helgi.pyffish.__all__:
        setattr(module, name, getattr(helgi.pyffish, name))
    loaded: set[str] = set()

    def load_variant_config(config: str) -> None:
        try:
            loaded.update(helgi.load_games(text=config))
        except helgi.GameFileError as error:
            loaded.update(error.games)
            fatal = [finding.text for finding in error.findings if finding.is_fatal]
            print("not loaded:", *fatal, sep="\n  ")

    def variants() -> list[str]:
        known = loaded.union(pyffish.variants())
        return [name for name in helgi.pyffish.variants() if name in known]

    setattr(module, "load_variant_config", load_variant_config)
    setattr(module, "variants", variants)
    return module


def main() -> int:
    path = Path(sys.argv[1])
    tree = Apart().visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    count = Count()
    sys.modules["pyffish"] = tested_module()
    names: dict[str, Any] = {"_count": count, "_Failed": Failed, "__name__": "fairy_tests"}
    exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), names)
    cases = [value for value in names.values() if isinstance(value, type) and issubclass(value, unittest.TestCase)]
    suite = unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, cases))
    result = unittest.TestResult()
    suite.run(result)
    for _, text in result.errors + result.failures:
        print(text)
    with_game = count.held + count.not_held
    share = count.held / with_game
    everything = with_game + count.without_game
    print(f"assertions: {everything}; whose game helgi has: {with_game}; held: {count.held} ({share:.1%})")
    for name, reason in sorted(count.failed.items()):
        print(f"  {name}\n      {reason}")
    known = DIFFERENCES["suite"]
    unknown, outdated = set(count.failed) - set(known), set(known) - set(count.failed)
    for title, found in (("not in differences.ini", unknown), ("in differences.ini, but it holds", outdated)):
        print(*(f"{title}: {name}" for name in sorted(found)), sep="\n", end="\n" if found else "")
    return int(bool(unknown or outdated or result.errors or result.failures or share < LEAST))


if __name__ == "__main__":
    sys.exit(main())
