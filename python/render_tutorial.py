"""Runs python/tutorial.py cell by cell and writes docs/python-tutorial.md with results and figures."""

import ast
import contextlib
import io
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parents[1]


def run(code, scope):
    """What a notebook would show: what is printed, then the value of the last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "tutorial.py", "exec"), scope)
        value = eval(compile(ast.Expression(last.value), "tutorial.py", "eval"), scope) if last else None
    return printed.getvalue() + ("" if value is None else f"{value!r}\n")


def main():
    source = (Path(__file__).parent / "tutorial.py").read_text()
    scope, lines, figures = {}, [], 0
    for cell in re.split(r"^# %% ?", source, flags=re.M)[1:]:
        title, _, code = cell.partition("\n")
        if title == "[markdown]":
            lines += [line.lstrip("#")[1:] for line in code.strip().splitlines()] + [""]
            continue
        lines += [f"{title.removeprefix('figure: ').capitalize()}:", "", "```python", code.strip(), "```", ""]
        shown = run(code, scope)
        if title.startswith("figure"):
            figures += 1
            name = f"images/python_tutorial_{figures}.png"
            plt.savefig(ROOT / "docs" / name, dpi=80, bbox_inches="tight", metadata={"Software": None})
            plt.close("all")
            lines += [f"![{title.removeprefix('figure: ')}]({name})", ""]
        elif shown:
            lines += ["```", shown.rstrip(), "```", ""]
    (ROOT / "docs" / "python-tutorial.md").write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
