"""Writes docs/python-reference.md from the docstrings: python python/reference.py [--check]."""

import inspect
import re
import sys
from pathlib import Path

import saccade

PAGE = Path(__file__).resolve().parents[1] / "docs" / "python-reference.md"


def signature(value):
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"ForwardRef\('([^']*)'\)", r"\1", text)
    # Annotations are texts, and are shown as such.
    return re.sub(r"""(: |-> )(["'])(.*?)\2""", r"\1\3", text).replace("'os.PathLike[str]'", "os.PathLike[str]")


def entry(name, value, level):
    head = f"{'#' * level} `{name}{signature(value) if callable(value) else ''}`"
    text = inspect.getdoc(value) or ""
    lines, code = [], False
    for line in text.splitlines():
        if line.startswith(">>>") and not code:
            lines.append("```python")
            code = True
        if code and not line.strip():
            lines.append("```")
            code = False
        lines.append(line.split("  # doctest:")[0].rstrip())
    if code:
        lines.append("```")
    return [head, "", *lines, ""]


def page():
    lines = ["# Python reference", "", "Made of the docstrings by `python/reference.py`.", ""]
    for name in saccade.__all__:
        value = getattr(saccade, name)
        lines += entry(name, value, 2)
        if not inspect.isclass(value):
            continue
        for member in vars(value):
            found = inspect.getattr_static(value, member)
            if member.startswith("_") or not inspect.getdoc(getattr(value, member, None)):
                continue
            if isinstance(found, (classmethod, property)) or inspect.isfunction(found):
                shown = found if isinstance(found, property) else getattr(value, member)
                lines += entry(f"{name}.{member}", shown, 3)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if PAGE.read_text() == page() else f"{PAGE} is old: python python/reference.py")
    PAGE.write_text(page())
