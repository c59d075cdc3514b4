"""Names, live regions, the keyboard, and every width from 320 px on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from surtitle.bench.page.viewer import Viewer

CONTRAST = Path(__file__).with_name("contrast.js")

Visitor = Callable[..., Viewer]


def show_all(viewer: Viewer) -> None:
    """Bring out what stands there once something plays."""
    viewer.page.locator("#stage").evaluate("stage => stage.dataset.source = 'video'")
    for part in ("#controls", "#sources"):
        viewer.page.locator(part).evaluate("part => part.hidden = false")


def test_everything_that_can_be_used_has_a_name(viewer: Viewer) -> None:
    viewer.open()
    show_all(viewer)
    snapshot = viewer.page.locator("body").aria_snapshot()
    for named in (
        'heading "Surtitle"',
        'button "Play the demo"',
        'button "Open a file"',
        'button "Microphone"',
        'group "Playback controls"',
        'slider "Position"',
        'button "Play"',
        'button "Mute"',
        'slider "Volume"',
        'combobox "Speed"',
        'button "Captions"',
        'button "Full screen"',
        'heading "Transcript"',
        'button "Download as SRT"',
        "status",
        'log "Captions"',
    ):
        assert named in snapshot, f"{named} is missing from\n{snapshot}"
    nameless = viewer.page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, video')]
          .filter((found) => !(found.getAttribute('aria-label') ?? found.textContent).trim())
          .map((found) => found.outerHTML)"""
    )
    assert nameless == []


def test_painted_captions_are_silent_and_the_log_is_polite(viewer: Viewer) -> None:
    viewer.open()
    log = viewer.page.locator("#spoken-log")
    assert log.get_attribute("role") == "log"
    assert log.get_attribute("aria-live") == "polite"
    assert log.get_attribute("aria-atomic") == "false"
    assert log.inner_text() == ""
    overlay = "document.querySelector('#captions').shadowRoot.querySelector('.window')"
    assert viewer.page.evaluate(f"{overlay}.getAttribute('aria-live')") == "off"
    assert viewer.page.locator("[aria-live=assertive]").count() == 0


def test_the_keyboard_alone_plays_mutes_seeks_and_hides_captions(
    viewer: Viewer, speech: Path
) -> None:
    viewer.open_ready()
    page = viewer.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#welcome-demo").focus()
    page.keyboard.press("Enter")
    viewer.wait(lambda: viewer.media_s() > 0.3, "the demo to play")
    page.locator("#stage").focus()
    page.keyboard.press("k")
    # The element tells of its pause in a task of its own.
    viewer.wait(lambda: page.get_attribute("#play", "aria-label") == "Play", "the pause")
    before_s = viewer.media_s()
    page.keyboard.press("ArrowRight")
    viewer.wait(lambda: viewer.media_s() > before_s + 4.5, "the seek")
    page.keyboard.press("m")
    assert page.get_attribute("#mute", "aria-pressed") == "true"
    page.keyboard.press("c")
    assert page.get_attribute("#captions-toggle", "aria-pressed") == "false"
    assert page.locator("#captions").is_hidden()
    page.keyboard.press("f")
    viewer.wait(
        lambda: page.evaluate("document.fullscreenElement?.id") == "stage",
        "the stage in full screen",
    )


def test_focus_can_be_seen_on_every_control(viewer: Viewer) -> None:
    viewer.open()
    show_all(viewer)
    seen = []
    for _ in range(30):
        viewer.page.keyboard.press("Tab")
        outline: str = viewer.page.evaluate(
            """() => {
              const { id } = document.activeElement;
              const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
              return `${id} ${outlineStyle} ${outlineWidth}`;
            }"""
        )
        if viewer.page.evaluate("document.activeElement === document.body"):
            break
        seen.append(outline)
    assert len(seen) > 12
    assert all("none" not in outline and " 0px" not in outline for outline in seen), seen


@pytest.mark.parametrize("width", [320, 360, 768, 1280, 1920])
def test_nothing_overflows_sideways(visitor: Visitor, width: int) -> None:
    viewer = visitor(viewport={"width": width, "height": 800})
    viewer.open("?debug")
    viewer.wait(lambda: viewer.debug() != {}, "the diagnostics")
    overflow = viewer.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow <= 0


def test_captions_give_way_to_the_controls(viewer: Viewer) -> None:
    viewer.open_ready()
    viewer.play_demo()
    viewer.wait(lambda: viewer.lines() != [], "captions")
    bottom = (
        "document.querySelector('#captions').shadowRoot.querySelector('.window')"
        ".getBoundingClientRect().bottom"
    )
    viewer.page.mouse.move(300, 300)
    viewer.page.wait_for_timeout(400)
    buttons_top = viewer.page.evaluate(
        "document.querySelector('#seek').getBoundingClientRect().top"
    )
    assert viewer.page.evaluate(bottom) <= buttons_top
    shown = viewer.page.locator("#stage")
    viewer.page.mouse.move(300, 790)
    viewer.wait(lambda: shown.get_attribute("data-controls") == "hidden", "the controls to go")


def test_a_portrait_stage_gets_shorter_lines(visitor: Visitor) -> None:
    viewer = visitor(viewport={"width": 390, "height": 844})
    viewer.open_ready()
    viewer.page.add_style_tag(content=".stage { aspect-ratio: 9 / 16 !important; }")
    viewer.page.locator("#stage").evaluate("stage => stage.style.maxHeight = 'none'")
    viewer.play_file(Path(__file__).parents[1] / "tests" / "clips" / "vctk_p226_016.flac")
    viewer.wait(viewer.ended, "the clip to end")
    viewer.wait(lambda: viewer.phrases() != [], "the phrase", timeout_s=30)
    longest = max(len(row["text"]) for row in viewer.rows())
    # Rows are filled to 24; words that change in place may take one a quarter over (0025).
    assert 10 < longest <= 24 + 24 // 4, viewer.rows()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(visitor: Visitor, scheme: str) -> None:
    viewer = visitor(color_scheme=scheme)
    viewer.open()
    show_all(viewer)
    ratios: list[list[object]] = viewer.page.evaluate(CONTRAST.read_text())
    assert len(ratios) > 10
    assert [entry for entry in ratios if float(str(entry[1])) < 4.5] == []
