"""Runs the examples of a page, in an environment that has nothing but the package: `readme.py README.md`."""

import re
import sys
from pathlib import Path

blocks = re.findall(r"```python\n(.*?)```", Path(sys.argv[1]).read_text(encoding="utf-8"), re.DOTALL)
assert blocks, f"{sys.argv[1]}: no examples"
for block in blocks:
    exec(block, {})
