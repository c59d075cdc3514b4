"""The real server and a real browser, shared by the tests of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from surtitle.bench.page.browser import launch
from surtitle.bench.page.server import serving
from surtitle.bench.page.viewer import Viewer

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = launch(playwright)
    yield started
    started.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Shared, so that the model comes from its Cache Storage after the first test."""
    opened = browser.new_context(viewport={"width": 1280, "height": 800})
    yield opened
    opened.close()


@pytest.fixture
def viewer(context: BrowserContext, site: str) -> Iterator[Viewer]:
    page = context.new_page()
    yield Viewer(page, site)
    page.close()


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Callable[..., Viewer]]:
    """Makes first visits: a context of its own, with the options given, each."""
    contexts: list[BrowserContext] = []

    def visit(**options: object) -> Viewer:
        opened = browser.new_context(**options)  # type: ignore[arg-type]  # Playwright's own options
        contexts.append(opened)
        return Viewer(opened.new_page(), site)

    yield visit
    for opened in contexts:
        opened.close()


@pytest.fixture(scope="session")
def speech() -> Path:
    """A short clip of read speech: “…as an example of fine typography”."""
    return ROOT / "tests" / "clips" / "lj_LJ001-0006.flac"
