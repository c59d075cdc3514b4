"""The policy must run where there is nothing but Python: the standard library, no clock, no I/O."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import surtitle.errors
import surtitle.policy

PACKAGE = Path(surtitle.policy.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))

# What would tie the policy to a machine, a clock or a chance.
FORBIDDEN = {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "random",
    "socket",
    "subprocess",
    "threading",
    "time",
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_only_the_standard_library_and_the_package_itself_are_imported() -> None:
    assert len(SOURCES) > 20
    for path in [*SOURCES, Path(surtitle.errors.__file__)]:
        for name in imported(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith(
                ("surtitle.policy", "surtitle.errors")
            ), f"{path.name} imports {name}"
            assert top not in FORBIDDEN, f"{path.name} imports {name}"


def test_no_file_opens_a_file_or_prints() -> None:
    for path in SOURCES:
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "exec", "eval"}, path.name
