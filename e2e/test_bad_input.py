"""Every bad input has a message that names the thing and says what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from playwright.sync_api import Route

from surtitle.bench.page.viewer import Viewer

Visitor = Callable[..., Viewer]


def silent_film(path: Path) -> Path:
    """Write two seconds of video without a sound track."""
    with av.open(path, "w") as film:
        stream = film.add_stream("libvpx", rate=10)
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        for number in range(20):
            picture = np.full((90, 160, 3), 12 * number, np.uint8)
            film.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        film.mux(stream.encode(None))
    return path


@pytest.mark.parametrize(
    ("name", "content", "code", "remedy"),
    [
        ("empty.mp4", b"", "empty-file", "download it again"),
        ("letter.mp4", b"Dear Sir, it was a dark and stormy night.", "not-media", "MP4, WebM"),
        ("cut.webm", b"\x1a\x45\xdf\xa3" + os.urandom(5000), "damaged-file", "ffmpeg -i"),
        (
            "film.mp4",
            b"\0\0\0\x18ftypisom\0\0\2\0isomiso2\0\0\0\x20moov....hvc1",
            "unsupported-codec",
            "surtitle transcribe",
        ),
    ],
)
def test_a_file_that_does_not_play_says_why(
    viewer: Viewer, tmp_path: Path, name: str, content: bytes, code: str, remedy: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    viewer.open()
    viewer.play_file(path)
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == code
    assert name in viewer.problem()
    assert remedy in viewer.problem()


def test_a_film_without_sound_plays_and_says_so(viewer: Viewer, tmp_path: Path) -> None:
    viewer.open()
    viewer.play_file(silent_film(tmp_path / "mute.webm"))
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "no-audio"
    assert "mute.webm has no sound" in viewer.problem()
    viewer.wait(viewer.ended, "the film to end")


def test_a_bad_file_after_a_good_one_can_be_left_again(
    viewer: Viewer, tmp_path: Path, speech: Path
) -> None:
    empty = tmp_path / "empty.wav"
    empty.write_bytes(b"")
    viewer.open_ready()
    viewer.play_file(empty)
    viewer.wait(lambda: viewer.problem() != "", "a message")
    viewer.play_file(speech)
    viewer.wait(lambda: viewer.phrases() != [], "captions")
    assert viewer.problem() == ""


def test_a_damaged_file_is_reported_and_leaves_the_film_before_it_playing(
    viewer: Viewer, tmp_path: Path, speech: Path
) -> None:
    letter = tmp_path / "letter.mp4"
    letter.write_bytes(b"Dear Sir, it was a dark and stormy night.")
    viewer.open_ready()
    viewer.play_demo()
    viewer.wait(lambda: viewer.media_s() > 0.3, "the demo to play")
    viewer.play_file(letter)
    viewer.wait(lambda: "letter.mp4 is no video" in viewer.problem(), "a message")
    before_s = viewer.media_s()
    viewer.wait(lambda: viewer.media_s() > before_s, "the demo to go on")
    viewer.play_file(speech)
    name = viewer.page.locator("#scene-name")
    viewer.wait(lambda: name.inner_text() == speech.name, "the next file to play")


def test_a_microphone_that_is_not_allowed_says_where_to_allow_it(visitor: Visitor) -> None:
    viewer = visitor(permissions=[])
    viewer.page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => "
        "Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))"
    )
    viewer.open()
    viewer.choose("microphone")
    viewer.wait(lambda: "address bar" in viewer.problem(), "the remedy")
    assert viewer.page.get_attribute("#problem", "data-code") == "microphone-denied"
    assert viewer.page.get_attribute("#open-microphone", "aria-pressed") == "false"


def test_a_machine_without_a_microphone_says_so(visitor: Visitor) -> None:
    viewer = visitor(permissions=["microphone"])
    viewer.open()
    viewer.choose("microphone")
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "microphone-missing"
    assert "Plug one in" in viewer.problem()


def test_without_shared_memory_captions_come_through_message_ports(
    visitor: Visitor, speech: Path
) -> None:
    viewer = visitor()

    def without_isolation(route: Route) -> None:
        response = route.fetch()
        isolating = ("cross-origin-opener-policy", "cross-origin-embedder-policy")
        headers = {name: v for name, v in response.headers.items() if name not in isolating}
        route.fulfill(response=response, headers=headers)

    viewer.page.route(lambda url: url.rstrip("/").count("/") == 2, without_isolation)
    viewer.page.route("**/?*", without_isolation)
    viewer.open_ready("?debug")
    assert viewer.page.evaluate("typeof SharedArrayBuffer") == "undefined"
    assert "not cross-origin isolated" in viewer.page.inner_text("#machine-note")
    viewer.play_file(speech)
    viewer.wait(lambda: "typography" in " ".join(viewer.phrases()), "captions")
    assert viewer.problem() == ""
    assert viewer.debug()["level"]["lost_samples"] == 0


def test_without_simd_the_page_says_which_browsers_have_it(visitor: Visitor) -> None:
    viewer = visitor()
    viewer.page.add_init_script("WebAssembly.validate = () => false")
    viewer.open()
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "no-simd"
    assert "Firefox 89" in viewer.problem()
    assert viewer.status() == "Captions are off"


def test_a_server_without_a_model_says_what_to_type(visitor: Visitor) -> None:
    viewer = visitor()
    viewer.page.context.route("**/models/manifest.json", lambda route: route.fulfill(status=404))
    viewer.open()
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "model-missing"
    assert "surtitle models fetch" in viewer.problem()


def test_a_model_that_cannot_be_fetched_can_be_tried_again(visitor: Visitor, speech: Path) -> None:
    viewer = visitor()
    context = viewer.page.context
    context.route("**/models/**", lambda route: route.abort())
    viewer.open()
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "model-unreachable"
    assert "surtitle serve" in viewer.problem()
    context.unroute("**/models/**")
    viewer.page.get_by_role("button", name="Try again").click()
    viewer.wait(lambda: viewer.status().startswith("Ready"), "the page to be ready", 120)
    viewer.play_file(speech)
    viewer.wait(lambda: viewer.phrases() != [], "captions")


def test_a_model_file_with_a_wrong_hash_is_refused(visitor: Visitor) -> None:
    viewer = visitor()
    manifest = viewer.page.request.get(f"{viewer.url}/models/manifest.json").json()
    manifest["files"] = [{**file, "sha256": "0" * 64} for file in manifest["files"]]
    viewer.page.context.route("**/models/manifest.json", lambda route: route.fulfill(json=manifest))
    viewer.open()
    viewer.wait(lambda: viewer.problem() != "", "a message")
    assert viewer.page.get_attribute("#problem", "data-code") == "model-corrupt"
    assert "surtitle models verify" in viewer.problem()


@pytest.mark.parametrize("name", ["speech", "recogniser", "policy"])
def test_a_worker_that_crashes_is_started_again_and_captions_go_on(
    visitor: Visitor, speech: Path, name: str
) -> None:
    viewer = visitor()
    viewer.open_ready()
    (worker,) = [found for found in viewer.page.workers if f"{name}.worker" in found.url]
    worker.evaluate("setTimeout(() => { throw new Error('out of memory') })")
    viewer.wait(lambda: "was started again" in viewer.problem(), "the note")
    assert viewer.page.get_attribute("#problem", "data-tone") == "note"
    viewer.wait(lambda: viewer.status().startswith("Ready"), "the page to be ready again", 120)
    viewer.play_file(speech)
    viewer.wait(lambda: "typography" in " ".join(viewer.phrases()), "captions")
