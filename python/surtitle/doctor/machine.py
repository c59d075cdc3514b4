"""Checks of the machine: cache, disk, model, port, and the tools that developers need."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from surtitle.doctor.finding import Finding, Need
from surtitle.errors import SurtitleError
from surtitle.models.catalogue import DEFAULT_MODEL
from surtitle.models.store import CACHE_VARIABLE, ModelStore

NEEDED_BYTES = 300_000_000
"""The model's wheel (85 MB), what is unpacked from it and the graphs that are built."""

CHROMIUM_VARIABLE = "SURTITLE_CHROMIUM"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

DEVELOPER_TOOLS = (
    ("cargo", "Install Rust with rustup, from https://rustup.rs"),
    ("rustup", "Install Rust with rustup, from https://rustup.rs (Debian's packages do too)"),
    ("node", "Install Node 22, from https://nodejs.org, or run `make setup`"),
    ("npm", "Install Node 22, from https://nodejs.org, or run `make setup`"),
    ("make", "Install make, with your system's packages"),
)


def check_cache(store: ModelStore) -> Finding:
    """Try to write into the cache folder."""
    try:
        store.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=store.folder):
            pass
    except OSError as error:
        return Finding(
            "Cache folder",
            Need.USER,
            f"{store.folder}: {error.strerror}",
            f"Set {CACHE_VARIABLE} to a folder that you can write to",
        )
    return Finding("Cache folder", Need.USER, str(store.folder))


def check_disk(store: ModelStore) -> Finding:
    """Look at the room that is left where the model goes; what is fetched needs no more."""
    there = next(path for path in (store.folder, *store.folder.parents) if path.exists())
    free_bytes = shutil.disk_usage(there).free
    detail = f"{free_bytes / 1e9:.1f} GB free at {there}"
    if free_bytes >= NEEDED_BYTES or store.is_installed(DEFAULT_MODEL):
        return Finding("Disk", Need.USER, detail)
    return Finding("Disk", Need.USER, detail, f"Free {NEEDED_BYTES / 1e6:.0f} MB")


def check_model(store: ModelStore) -> Iterator[Finding]:
    """Check the hash of every file of the default model."""
    try:
        files = store.files(DEFAULT_MODEL)
    except SurtitleError as error:
        yield Finding(f"Model {DEFAULT_MODEL}", Need.USER, str(error), "Run: surtitle models fetch")
        return
    for file in files:
        yield Finding(
            f"Model {file.name}",
            Need.USER,
            f"{file.size_bytes / 1e6:.1f} MB, SHA-256 {file.sha256[:12]}… is right",
        )


def check_port(port: int) -> Finding:
    """See whether `surtitle serve` would find its port free; it can be told another."""
    name = f"Port {port}"
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            in_use = error.errno == errno.EADDRINUSE
            detail = "taken" if in_use else str(error.strerror)
            return Finding(name, Need.DEVELOPER, detail, f"Use: surtitle serve --port {port + 1}")
    return Finding(name, Need.DEVELOPER, "free")


def check_tools() -> Iterator[Finding]:
    """Look for the programs that building Surtitle needs."""
    for name, remedy in DEVELOPER_TOOLS:
        path = shutil.which(name)
        if path is None:
            yield Finding(name, Need.DEVELOPER, "not on the PATH", remedy)
        else:
            yield Finding(name, Need.DEVELOPER, _version_of(path))


def check_chromium() -> Finding:
    """Look for the browser that the page's tests run in."""
    own = os.environ.get(CHROMIUM_VARIABLE)
    candidates = [own] if own else [*_remembered_chromium(), *CHROMIUM_NAMES]
    for candidate in candidates:
        path = shutil.which(candidate)
        if path is not None:
            return Finding("Chromium", Need.DEVELOPER, f"{_version_of(path)} at {path}")
    return Finding("Chromium", Need.DEVELOPER, "not found", "Run: make setup")


def _remembered_chromium() -> list[str]:
    """Return what `make setup` found, where this runs in a checkout."""
    note = Path(".tools/chromium")
    return [note.read_text().strip()] if note.is_file() else []


def _version_of(path: str) -> str:
    try:
        run = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return f"{path} does not start"
    lines = run.stdout.strip().splitlines()
    return lines[0] if lines else path
