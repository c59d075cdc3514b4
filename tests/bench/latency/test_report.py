from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

from surtitle.bench.latency.figures import to_json
from surtitle.bench.latency.record import Run
from surtitle.bench.latency.report import html

VOID = {"meta", "br", "line", "rect", "circle", "polyline"}


class Tags(HTMLParser):
    """Checks that tags are closed, and notes what would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    return tags


def test_the_report_needs_nothing_but_itself(make_run: Callable[..., Run]) -> None:
    tags = parsed(html(to_json(make_run(100))))
    assert tags.addresses == []
    assert "@import" not in tags.text
    assert "url(" not in tags.text


def test_what_the_machine_is_called_is_text(make_run: Callable[..., Run]) -> None:
    page = html(to_json(make_run(100)))
    assert "a &lt;fast&gt; one" in page
    assert "<fast>" not in page


def test_a_run_without_clips_has_a_report() -> None:
    assert "No clip was captioned" in parsed(html(to_json(Run("local", {}, "", "")))).text
