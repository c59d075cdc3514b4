from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surtitle.bench.latency.record import Arrival, ClipRecord, Revision, SpokenWord, Update
from surtitle.bench.latency.score import STRETCH_WORDS, erased_words, matched, score

ZERO_MS = 1_000_000.0


def clip(*revisions: tuple[float, str], text: str = "one two three") -> ClipRecord:
    """Words of half a second each; every sample arrives the moment it is spoken."""
    spoken = [SpokenWord(w, n / 2, (n + 1) / 2) for n, w in enumerate(text.split())]
    length = len(spoken) * 50 + 100
    return ClipRecord(
        id="a",
        kind="read",
        duration_s=length / 100,
        text=text,
        words=spoken,
        arrivals=[Arrival(n / 100, ZERO_MS + n * 10) for n in range(length + 1)],
        revisions=[Revision(ZERO_MS + at_ms, said) for at_ms, said in revisions],
    )


def times(record: ClipRecord) -> list[tuple[float | None, float | None]]:
    return [(word.first_ms, word.stable_ms) for word in score(record).words]


def test_a_word_counts_from_its_end_to_its_first_revision() -> None:
    assert times(clip((600, "One,"), (1200, "One, two"), (1700, "One, two three."))) == [
        (100, 100),
        (200, 200),
        (200, 200),
    ]


def test_a_word_shown_before_it_ended_is_negative() -> None:
    assert times(clip((300, "one")))[0] == (-200, -200)


def test_a_word_withdrawn_and_returned_is_stable_from_its_return() -> None:
    record = clip((600, "one"), (1100, "one two"), (1200, "one"), (1300, "one two"))
    assert times(record)[1] == (100, 300)
    assert score(record).erased == 1


def test_a_rewrite_in_the_middle_erases_what_follows_it() -> None:
    record = clip((600, "one"), (1600, "one too three"), (1700, "one two three"))
    assert score(record).erased == 2
    assert times(record) == [(100, 100), (700, 700), (100, 100)]


def test_a_misrecognised_word_has_no_time_and_is_an_error() -> None:
    result = score(clip((600, "one"), (1600, "one too three")))
    assert [word.first_ms for word in result.words] == [100, None, 100]
    assert result.errors == 1
    assert result.wer == pytest.approx(1 / 3)


def test_what_was_mended_after_it_left_the_picture_is_an_error_of_what_was_shown_alone() -> None:
    record = clip((600, "one"), (1600, "one too three"))
    record.transcript = "One, two three."
    result = score(record)
    assert (result.heard, result.shown) == ("One, two three.", "one too three")
    assert (result.errors, result.shown_errors) == (0, 1)
    assert times(record)[1] == (None, None)


def test_a_run_that_shows_nothing_misses_every_word() -> None:
    result = score(clip())
    assert (result.errors, result.erased, result.final_words) == (3, 0, 0)
    assert result.flicker is None
    assert all(word.first_ms is None for word in result.words)


def test_only_chunks_between_updates_of_one_segment_are_timed() -> None:
    record = clip()
    for start_s, end_s in ((0.0, 0.1), (0.0, 0.2), (0.9, 1.2)):
        paint_ms = ZERO_MS + end_s * 1000 + 50
        stamps_ms = {"capture": paint_ms - 50, "paint": paint_ms}
        record.updates.append(Update(end_s, stamps_ms, start_s))
    result = score(record)
    assert result.tick_ms == pytest.approx([50, 50, 50])
    # Ends at 128, 160 and 192 ms; they arrive with the next whole 10 ms.
    assert result.update_ms == pytest.approx([120, 90, 50])


def test_capture_has_the_whole_way_and_a_missing_stage_is_passed_over() -> None:
    record = clip()
    record.updates.append(Update(1.0, {"capture": 0.0, "vad": 2.0, "text": 7.0, "paint": 20.0}))
    stages = score(record).stages_ms
    assert stages["capture"] == [20]
    assert (stages["vad"], stages["text"], stages["paint"]) == ([2], [5], [13])
    assert stages["recognise"] == []


def test_a_pass_that_changed_nothing_does_not_count_as_painting() -> None:
    record = clip()
    stamps_ms = {"capture": 0.0, "sync": 10.0, "paint": 10.0}
    record.updates += [Update(1.0, stamps_ms, unchanged=True), Update(1.1, stamps_ms)]
    stages = score(record).stages_ms
    assert (len(stages["paint"]), len(stages["sync"])) == (1, 2)


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=6))
def test_erasure_is_none_exactly_where_every_revision_extends_the_last(
    revisions: list[list[str]],
) -> None:
    pairs = itertools.pairwise(revisions)
    extends = all(after[: len(before)] == before for before, after in pairs)
    assert (erased_words(revisions) == 0) == extends


@given(st.lists(st.lists(st.sampled_from(["one", "two", "three"]), max_size=4), max_size=6))
def test_a_word_is_never_stable_before_it_is_first_shown(revisions: list[list[str]]) -> None:
    record = clip(*((n * 100, " ".join(said)) for n, said in enumerate(revisions)))
    for first_ms, stable_ms in times(record):
        assert (first_ms is None) == (stable_ms is None)
        if first_ms is not None and stable_ms is not None:
            assert first_ms <= stable_ms


def test_what_is_said_again_minutes_later_is_not_what_was_said_before() -> None:
    once = [f"word{n}" for n in range(3 * STRETCH_WORDS)]
    said = once * 3
    # The first round is heard with many mistakes, the second without any.
    first = [f"noise{n}" if n % 3 == 2 else word for n, word in enumerate(once)]
    heard = [*first, *once, *once[:100]]
    pairs = matched(said, heard)
    assert all(said[a] == heard[b] for a, b in pairs.items())
    assert all(a == b for a, b in pairs.items())
    assert len(pairs) == len(once) * 5 // 3 + 100


def test_a_long_text_with_words_too_many_and_too_few_is_matched_in_order() -> None:
    said = [f"word{n % 450}" for n in range(1000)]
    heard = [word for n, word in enumerate(said) if n % 50 != 7]
    heard = [
        part for n, word in enumerate(heard) for part in ([word, "um"] if n % 40 == 0 else [word])
    ]
    pairs = matched(said, heard)
    assert len(pairs) == len(said) - 20
    assert list(pairs.values()) == sorted(pairs.values())
