"""The notebook of the examples: its cells run, and show what is stored in it."""

import ast
import contextlib
import io
import json
import unittest
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent
NOTEBOOK = PACKAGE / "examples" / "operational2.ipynb"
# The picture of it in the manual.
PICTURE = PACKAGE.parent.parent / "docs" / "python" / "operational2-shot.svg"


def shown(source: str, names: dict[str, object]) -> tuple[str, object]:
    """Runs a cell as Jupyter does: what it prints, and the value of its last line."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), NOTEBOOK.name, "exec"), names)
        value = eval(ast.unparse(last.value), names) if isinstance(last, ast.Expr) else None
    return printed.getvalue(), value


class Notebook(unittest.TestCase):
    def test_its_cells_show_what_is_stored(self) -> None:
        cells: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        names: dict[str, object] = {}
        pictures: list[str] = []
        for cell in cells:
            if cell["cell_type"] != "code":
                continue
            printed, value = shown("".join(cell["source"]), names)
            stored = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
            self.assertEqual(printed == "", stored == "")
            # The engine thinks otherwise with the next net.
            if "engine" not in cell["metadata"].get("tags", []):
                self.assertEqual(printed, stored)
            data = [output["data"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
            stored_pictures = ["".join(one["image/svg+xml"]) for one in data]
            drawn = [] if value is None else [getattr(value, "_repr_svg_")()]
            self.assertEqual(drawn, stored_pictures)
            pictures += drawn
        self.assertEqual([picture.strip() for picture in pictures], [PICTURE.read_text(encoding="utf-8").strip()])


if __name__ == "__main__":
    unittest.main()
