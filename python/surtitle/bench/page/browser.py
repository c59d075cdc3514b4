"""Chromium as the tests and benches of the page need it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from surtitle.errors import SurtitleError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
)


def chromium_path() -> str:
    """Return ``SURTITLE_CHROMIUM``, or the first Chromium on the PATH.

    Raises :class:`SurtitleError` where there is none.
    """
    named = os.environ.get("SURTITLE_CHROMIUM")
    found = named or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None or not Path(found).exists():
        raise SurtitleError(
            "No Chromium is here. Install chromium, or set SURTITLE_CHROMIUM to the path of one."
        )
    return found


def microphone_flags(wav: Path) -> tuple[str, ...]:
    """Return the flags with which a WAV file speaks into the microphone, once."""
    return (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={wav}%noloop",
    )


def launch(playwright: Playwright, *flags: str, headed: bool = False) -> Browser:
    """Start a Chromium, headless unless ``headed``."""
    return playwright.chromium.launch(
        executable_path=chromium_path(), headless=not headed, args=[*FLAGS, *flags]
    )
