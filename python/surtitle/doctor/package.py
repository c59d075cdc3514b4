"""Checks of the package itself: Python, its dependencies, what is compiled, the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import surtitle
from surtitle.doctor.finding import Finding, Need

PACKAGE = Path(surtitle.__file__).parent
OLDEST_PYTHON = (3, 11)


def check_python() -> Finding:
    """Look at the running interpreter."""
    found = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info[:2] >= OLDEST_PYTHON:
        return Finding("Python", Need.USER, f"{found} at {sys.executable}")
    return Finding("Python", Need.USER, found, "Install Python 3.11 or newer")


def check_dependencies() -> Iterator[Finding]:
    """Look for every package that Surtitle requires, in the version that it requires."""
    for requirement in requires("surtitle") or []:
        if "extra ==" not in requirement:
            yield _check_dependency(requirement)


def _check_dependency(requirement: str) -> Finding:
    matched = re.match(r"([\w.-]+)(.*)", requirement)
    if matched is None:
        return Finding(requirement, Need.USER, "unreadable", "Install surtitle again")
    name, wanted = matched[1], matched[2].partition(";")[0].strip()
    try:
        found = version(name)
    except PackageNotFoundError:
        return Finding(name, Need.USER, "not installed", f"Run: pip install '{name}{wanted}'")
    if wanted.startswith("==") and found != wanted[2:]:
        return Finding(
            name,
            Need.USER,
            f"{found}; the model is built with {wanted[2:]}",
            f"Run: pip install '{name}{wanted}'",
        )
    return Finding(name, Need.USER, found)


def check_native() -> Finding:
    """Look at the Rust core for Python."""
    try:
        module = import_module("surtitle._native")
    except ImportError as error:
        return Finding("Rust core", Need.USER, str(error), "Run: make native")
    return Finding("Rust core", Need.USER, str(module.__file__))


def check_guest(package: Path = PACKAGE) -> Finding:
    """Look for the recogniser's WebAssembly guest."""
    return _check_file(package / "engine" / "recogniser.wasm", "Recogniser guest", "make guest")


def check_page(package: Path = PACKAGE) -> Finding:
    """Look for the built page."""
    return _check_file(package / "static" / "index.html", "Page", "make web")


def _check_file(path: Path, name: str, command: str) -> Finding:
    if path.is_file():
        return Finding(name, Need.USER, str(path))
    return Finding(name, Need.USER, f"{path} is missing", f"Run: {command}")
