"""Downloading over real HTTP from a server of the test's own; only pip's answer is stood in for."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from surtitle.models import download
from surtitle.models.catalogue import Wheel
from surtitle.models.download import DownloadError, download_wheel

if TYPE_CHECKING:
    from pathlib import Path

BODY = bytes(range(256)) * 8192
WHEEL = Wheel("thing", "1.0", "any", hashlib.sha256(BODY).hexdigest(), len(BODY))


@dataclass
class Index:
    """What the server does and what it saw."""

    body: bytes = BODY
    break_after_bytes: int | None = None
    ranges: bool = True
    asked: list[str | None] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    state = Index()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers["Range"]
            state.asked.append(asked)
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked and state.ranges else 0
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(state.body) - start))
            self.end_headers()
            stop = state.break_after_bytes
            self.wfile.write(state.body[start:] if stop is None else state.body[start:stop])
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/thing.whl"
    monkeypatch.setattr(download, "_locate", lambda wheel: state.url)
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


def ignore(done_bytes: int, all_bytes: int) -> None:
    del done_bytes, all_bytes


def test_a_wheel_arrives_whole_and_progress_reaches_its_size(index: Index, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = download_wheel(WHEEL, tmp_path / "new", lambda *both: seen.append(both))
    assert path.read_bytes() == index.body
    assert seen[-1] == (len(BODY), len(BODY))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_broken_download_goes_on_where_it_stopped(index: Index, tmp_path: Path) -> None:
    index.break_after_bytes = 1_000_000
    with pytest.raises(DownloadError, match=r"broke off after 1\.0 MB.*goes on from there"):
        download_wheel(WHEEL, tmp_path, ignore)
    index.break_after_bytes = None
    assert download_wheel(WHEEL, tmp_path, ignore).read_bytes() == BODY
    assert index.asked == [None, "bytes=1000000-"]


def test_a_server_without_ranges_is_read_from_the_start(index: Index, tmp_path: Path) -> None:
    (tmp_path / "thing-1.0.whl.part").write_bytes(b"half")
    index.ranges = False
    assert download_wheel(WHEEL, tmp_path, ignore).read_bytes() == BODY


def test_other_bytes_than_the_pinned_ones_are_refused_and_dropped(
    index: Index, tmp_path: Path
) -> None:
    index.body = b"x" * len(BODY)
    with pytest.raises(DownloadError, match="SHA-256"):
        download_wheel(WHEEL, tmp_path, ignore)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_fetched_again(index: Index, tmp_path: Path) -> None:
    download_wheel(WHEEL, tmp_path, ignore)
    download_wheel(WHEEL, tmp_path, ignore)
    assert len(index.asked) == 1


def test_a_wheel_that_no_index_has_says_how_to_bring_it(tmp_path: Path) -> None:
    unknown = Wheel("surtitle-no-such-thing", "0.0.0", "any", "", 1)
    with pytest.raises(DownloadError, match="--from WHEEL"):
        download_wheel(unknown, tmp_path, ignore)
