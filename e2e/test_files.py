"""A viewer's own files, seeking, downloads."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from surtitle.bench.page.viewer import Viewer
from surtitle.bench.words import word_error_rate, words_of

SAID = "and it is worth mention in passing that as an example of fine typography"
VIDEO = Path(__file__).parents[2] / "shared" / "data" / "speech" / "video" / "mdn_friday.mp4"


def transcript(viewer: Viewer) -> list[str]:
    return words_of(" ".join(viewer.phrases()))


def play_to_the_end(viewer: Viewer, path: Path) -> None:
    viewer.play_file(path)
    viewer.wait(viewer.ended, "the clip to end")
    viewer.wait(lambda: transcript(viewer)[-1:] == ["typography"], "the last word", timeout_s=30)


def test_a_sound_file_is_captioned_over_a_scene_of_its_own(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    play_to_the_end(viewer, speech)
    assert word_error_rate(words_of(SAID), words_of(viewer.painted())) < 0.25
    assert viewer.page.inner_text("#scene-name") == speech.name
    assert viewer.problem() == ""


def test_a_video_file_is_captioned(viewer: Viewer) -> None:
    if not VIDEO.exists():
        pytest.skip(f"{VIDEO} is not here: the shared test data is not beside the project")
    viewer.open_ready()
    viewer.play_file(VIDEO)
    viewer.wait(lambda: len(transcript(viewer)) > 3, "words of the video")
    assert viewer.page.get_attribute("#stage", "data-source") == "video"


def test_a_file_can_be_dropped_on_the_page(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    viewer.page.evaluate(
        """async ([name, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(bytes)], name, { type: 'audio/flac' }));
          const event = (kind) => new DragEvent(kind, { dataTransfer: data, bubbles: true });
          document.body.dispatchEvent(event('dragover'));
          document.body.dispatchEvent(event('drop'));
        }""",
        [speech.name, list(speech.read_bytes())],
    )
    viewer.wait(lambda: viewer.media_s() > 0.5, "the dropped file to play")
    assert viewer.page.locator("#drop-veil").is_hidden()


def test_a_phrase_of_the_transcript_is_sought_by_a_click(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    play_to_the_end(viewer, speech)
    viewer.page.locator("#transcript-list .phrase").first.click()
    assert viewer.media_s() < 1.5


def test_what_is_heard_again_is_not_written_twice(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    play_to_the_end(viewer, speech)
    viewer.page.evaluate("document.querySelector('#video').currentTime = 0")
    viewer.page.evaluate("document.querySelector('#video').play()")
    viewer.wait(lambda: not viewer.ended(), "the clip to begin again")
    viewer.wait(viewer.ended, "the clip to end again")
    viewer.page.wait_for_timeout(3000)
    assert len(transcript(viewer)) < 1.5 * len(words_of(SAID)), viewer.phrases()


SRT = r"1\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n.*typography"
VTT = r"WEBVTT\n\n(.*\n)*?\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}.*\n.*typography"
TEXT = r"[^\d]*typography[.,]?\n$"


@pytest.mark.parametrize(("name", "shape"), [("SRT", SRT), ("VTT", VTT), ("Text", TEXT)])
def test_captions_are_downloaded(viewer: Viewer, speech: Path, name: str, shape: str) -> None:
    viewer.open_ready()
    play_to_the_end(viewer, speech)
    with viewer.page.expect_download() as begun:
        viewer.page.get_by_role("button", name=f"Download as {name}").click()
    extension = {"SRT": "srt", "VTT": "vtt", "Text": "txt"}[name]
    assert begun.value.suggested_filename == f"{speech.stem}.{extension}"
    text = Path(begun.value.path()).read_text(encoding="utf-8")
    assert re.match(shape, text, re.DOTALL), text


def test_times_are_those_of_the_media(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    viewer.page.wait_for_timeout(3000)
    play_to_the_end(viewer, speech)
    with viewer.page.expect_download() as begun:
        viewer.page.get_by_role("button", name="Download as SRT").click()
    text = Path(begun.value.path()).read_text(encoding="utf-8")
    ends = re.findall(r"--> 00:00:(\d\d),(\d{3})", text)
    length_s = float(viewer.page.evaluate("document.querySelector('#video').duration"))
    last_s = float(".".join(ends[-1]))
    assert length_s - 1.5 < last_s < length_s + 1.0


def test_a_muted_film_is_captioned(viewer: Viewer, speech: Path) -> None:
    viewer.open_ready()
    viewer.page.keyboard.press("m")
    play_to_the_end(viewer, speech)


def test_twice_the_speed_keeps_the_times(visitor: Callable[..., Viewer], speech: Path) -> None:
    viewer = visitor()
    viewer.open_ready()
    viewer.page.evaluate("document.querySelector('#speed').value = '1.25'")
    viewer.page.evaluate("document.querySelector('#speed').dispatchEvent(new Event('change'))")
    viewer.play_file(speech)
    viewer.wait(viewer.ended, "the clip to end")
    viewer.wait(lambda: viewer.phrases() != [], "a phrase", timeout_s=30)
    assert viewer.page.evaluate("document.querySelector('#video').playbackRate") == 1.25
