"""The transcript follows the newest phrase and yields to a reader."""

from __future__ import annotations

from collections.abc import Callable

from surtitle.bench.page.viewer import Viewer

Visitor = Callable[..., Viewer]

FROM_END_PX = """() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('#transcript-body');
  return scrollHeight - scrollTop - clientHeight;
}"""
HAS_TO_SCROLL = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('#transcript-body');
  return scrollHeight > clientHeight + 100;
}"""


def test_the_transcript_follows_until_the_reader_scrolls_away(visitor: Visitor) -> None:
    viewer = visitor(viewport={"width": 360, "height": 640})
    page = viewer.page
    viewer.open_ready()
    page.add_style_tag(content=".transcript { height: 14rem; }")
    viewer.play_demo()
    viewer.wait(lambda: bool(page.evaluate(HAS_TO_SCROLL)), "a long transcript")
    assert page.evaluate(FROM_END_PX) < 48
    follow = page.locator("#follow")
    assert follow.is_hidden()

    page.evaluate("document.querySelector('#transcript-body').scrollTop = 0")
    viewer.wait(follow.is_visible, "the button to follow again")
    known = len(viewer.phrases())
    viewer.wait(lambda: len(viewer.phrases()) > known, "another phrase")
    assert page.evaluate("document.querySelector('#transcript-body').scrollTop") == 0

    follow.click()
    assert follow.is_hidden()
    assert page.evaluate(FROM_END_PX) < 48
