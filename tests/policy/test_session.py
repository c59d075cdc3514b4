from __future__ import annotations

import itertools
import json
import random
from math import inf, nan
from typing import TYPE_CHECKING

import pytest

from surtitle.errors import SurtitleError
from surtitle.policy import (
    CaptionSession,
    FormatError,
    HypothesisError,
    OptionsError,
    Recognition,
    SessionClosedError,
    SessionOptions,
)

if TYPE_CHECKING:
    from tests.policy.conftest import Said

    from surtitle.policy.wire import UpdateDict


# The last word is shown at the first hypothesis that has it.
AT_ONCE = {"last_word_wait_s": 0}


def shown(update: UpdateDict) -> str:
    return " ".join(word["text"] for word in update["words"])


def finished(update: UpdateDict) -> list[str]:
    return [phrase["text"] for phrase in update["finished"]]


def test_an_update_has_the_agreed_shape(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.push(said("Hello there.", revision=0))
    update = session.push(said("Hello there.", revision=1, end_s=1.5, final=True, reason="pause"))
    words = [
        {"id": 1, "text": "Hello", "start_s": 0.0, "end_s": 0.3, "committed": True},
        {"id": 2, "text": "there.", "start_s": 0.3, "end_s": 0.6, "committed": True},
    ]
    phrase = {"start_s": 0.0, "end_s": 0.6, "text": "Hello there.", "words": words}
    assert update == {
        "segment": 0,
        "revision": 1,
        "words": words,
        "withdrawn": 0,
        "withdrawn_ids": [],
        "finished": [phrase],
        "ignored": None,
    }


def test_finished_words_are_listed_once_more_and_then_leave(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    assert shown(session.push(said("It is late.", final=True, reason="pause"))) == "It is late."
    update = session.push(said("Good night", segment=1, start_s=2.0))
    assert shown(update) == "Good night"
    assert update["withdrawn_ids"] == []


def test_words_of_an_open_phrase_stay_in_front_of_the_next_segments(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.push(said("we walked all the way to", final=True, reason="cut"))
    update = session.push(said("the station", segment=1, start_s=1.8))
    assert shown(update) == "we walked all the way to the station"
    assert [word["committed"] for word in update["words"]] == [True] * 6 + [False] * 2


def test_a_phrase_is_finished_only_when_nothing_can_take_it_back(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    texts = ["It is late. Go", "It is late. Go home", "It is late. Go home now"]
    for revision, text in enumerate(texts):
        assert finished(session.push(said(text, revision=revision))) == []
    update = session.push(said("It is late. Go home.", revision=3, final=True, reason="pause"))
    assert finished(update) == ["It is late.", "Go home."]


def test_a_stop_at_a_cut_is_settled_by_the_first_committed_word_of_the_next_segment(
    said: Said,
) -> None:
    session = CaptionSession(AT_ONCE)
    assert finished(session.push(said("It is late.", final=True, reason="cut"))) == []
    assert finished(session.push(said("We go", segment=1, revision=0, start_s=0.9))) == []
    update = session.push(said("We go home", segment=1, revision=1, start_s=0.9))
    assert finished(update) == ["It is late."]


def test_a_new_segment_after_a_pause_finishes_the_phrase_before(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    assert finished(session.push(said("and so we left", final=True, reason="pause"))) == []
    assert finished(session.push(said("It", segment=1, start_s=4.0))) == ["and so we left"]


def test_silence_finishes_an_open_phrase_but_not_while_a_segment_shows_words(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.push(said("and so we left", final=True, reason="pause"))
    assert finished(session.advance(1.5)) == []
    session.push(said("it was", segment=1, start_s=1.6))
    assert finished(session.advance(9.0)) == []
    session.push(said("it was late", segment=1, revision=1, start_s=1.6, final=True))
    update = session.advance(9.0)
    assert finished(update) == ["and so we left it was late"]
    assert shown(update) == "and so we left it was late"
    assert shown(session.advance(9.5)) == ""


def test_finishing_commits_and_finishes_all_that_is_shown(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.push(said("and so we"))
    update = session.finish()
    assert finished(update) == ["and so we"]
    assert all(word["committed"] for word in update["words"])
    again = session.finish()
    assert (again["finished"], again["words"]) == ([], [])


def test_a_finished_session_takes_no_more_and_says_what_to_do(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.finish()
    with pytest.raises(SessionClosedError, match="start a new one"):
        session.push(said("late"))
    with pytest.raises(SessionClosedError):
        session.advance(1.0)


def test_an_ignored_hypothesis_says_why_and_changes_nothing(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    before = session.push(said("one two", revision=3))
    update = session.push(said("other words", revision=2))
    assert update["ignored"] == "stale"
    assert update["words"] == before["words"]
    assert session.counters()["ignored_stale"] == 1


def test_a_refused_hypothesis_changes_nothing(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    before = session.push(said("one two", revision=0))
    with pytest.raises(HypothesisError):
        session.push({**said("one two three", revision=1), "words": [7]})
    after = session.push(said("one two", revision=1))
    assert [word["id"] for word in after["words"]] == [word["id"] for word in before["words"]]


@pytest.mark.parametrize("stream_s", [nan, inf])
def test_a_position_that_is_no_number_is_refused(stream_s: float) -> None:
    with pytest.raises(HypothesisError, match="position in seconds"):
        CaptionSession(AT_ONCE).advance(stream_s)


def test_absurd_times_lose_no_word(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    given = said("one two three.", final=True, reason="pause")
    given["start_s"], given["end_s"] = nan, -1.0
    given["words"] = [
        {"text": "one", "start_s": nan, "end_s": inf},
        {"text": "two", "start_s": -3.0, "end_s": None},
        {"text": "three.", "start_s": 9.0, "end_s": 2.0},
    ]
    assert finished(session.push(given)) == ["one two three."]
    assert session.counters()["mended_times"] > 0
    assert "one two three." in session.export("vtt")


def test_one_absurd_time_does_not_push_all_later_words_after_it(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    given = said("one two.", final=True, reason="pause", start_s=1.0)
    given["end_s"] = 1e12
    words = [
        {"text": "one", "start_s": 1.0, "end_s": 1.2},
        {"text": "two.", "start_s": 1.2, "end_s": 1e12},
    ]
    session.push({**given, "words": words})
    update = session.push(said("three", segment=1, start_s=3.0))
    assert update["words"][-1]["start_s"] == 3.0


def test_cues_and_files_are_made_of_finished_phrases(said: Said) -> None:
    session = CaptionSession(AT_ONCE)
    session.push(said("It was a dark and stormy night.", final=True, reason="pause"))
    session.push(said("not yet", segment=1, start_s=3.0))
    assert [cue.text for cue in session.cues()] == ["It was a dark and stormy night."]
    assert session.export("txt") == "It was a dark and stormy night.\n"
    assert session.export("SRT").startswith("1\n00:00:00,000 --> ")
    transcript = json.loads(session.export("json", Recognition("m", 9.0, 0.1)))
    assert (transcript["model"], transcript["duration_s"], transcript["rtf"]) == ("m", 9.0, 0.1)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(FormatError, match="srt, vtt, txt, json"):
        CaptionSession(AT_ONCE).export("pdf")


def test_options_are_a_json_object_or_the_class() -> None:
    assert CaptionSession({"language": "ja"}).options.language == "ja"
    assert CaptionSession(SessionOptions(agreement=3)).options.agreement == 3
    with pytest.raises(OptionsError):
        CaptionSession({"line_length": 42})


def test_every_error_of_the_policy_is_a_surtitle_error() -> None:
    for error in (FormatError, HypothesisError, OptionsError, SessionClosedError):
        assert issubclass(error, SurtitleError)


def test_with_more_agreement_fewer_words_are_committed(said: Said) -> None:
    committed = []
    for agreement in (1, 2, 3):
        session = CaptionSession({"agreement": agreement, "withdrawal": agreement})
        session.push(said("one two three four", revision=0))
        update = session.push(said("one two three four five", revision=1))
        committed.append(sum(word["committed"] for word in update["words"]))
    assert committed == [4, 4, 0]


def random_hypothesis(dice: random.Random, segment: int, revision: int) -> dict[str, object]:
    """Mostly a growing sentence with slips, now and then something absurd."""
    vocabulary = ["we", "went", "home.", "and", "then", "Mr.", "no", "3.5", "It", "was,", "late?"]
    start_s = segment * 6.0
    words = []
    for n in range(dice.randint(0, 12)):
        begin = start_s + n * 0.4
        word: dict[str, object] = {
            "text": dice.choice(vocabulary),
            "start_s": begin,
            "end_s": begin + 0.4,
        }
        if dice.random() < 0.05:
            word["start_s"] = dice.choice([nan, -1.0, 1e12, None])
        words.append(word)
    final = dice.random() < 0.15
    return {
        "segment": segment,
        "revision": revision + dice.choice([0, 0, 0, -2]) if revision > 2 else revision,
        "start_s": start_s if dice.random() < 0.95 else nan,
        "end_s": start_s + 6.0 if dice.random() < 0.95 else -1.0,
        "final": final,
        "reason": dice.choice([None, "pause", "cut", "end"]) if final else None,
        "words": words,
    }


def test_whatever_is_pushed_nothing_is_lost_said_twice_or_taken_back_once_finished() -> None:
    dice = random.Random(217)
    for _ in range(150):
        session = CaptionSession({"agreement": dice.randint(1, 3), "max_phrase_chars": 60})
        listed: set[int] = set()
        done: list[int] = []
        gone: set[int] = set()
        segment = revision = 0
        for _ in range(60):
            if dice.random() < 0.1:
                segment, revision = segment + 1, 0
            update = session.push(random_hypothesis(dice, segment, revision))
            revision += 1
            ids = [word["id"] for word in update["words"]]
            assert len(ids) == len(set(ids))
            listed |= set(ids)
            done += [word["id"] for phrase in update["finished"] for word in phrase["words"]]
            assert not set(update["withdrawn_ids"]) & set(done)
            gone |= set(update["withdrawn_ids"])
            assert json.loads(json.dumps(update, allow_nan=False)) == update
        update = session.finish()
        done += [word["id"] for phrase in update["finished"] for word in phrase["words"]]
        assert len(done) == len(set(done))
        assert set(done) == listed - gone
        starts = [word.start_s for phrase in session.phrases for word in phrase.words]
        assert starts == sorted(starts)
        cues = session.cues()
        assert all(a.end_ms <= b.start_ms for a, b in itertools.pairwise(cues))


def test_words_heard_beyond_a_cut_stay_on_the_screen_under_their_ids(said: Said) -> None:
    session = CaptionSession()
    session.push(said("It was late when we left"))
    before = session.push(said("It was late when we left the", revision=1))
    cut = said("It was late", revision=2, end_s=0.9, final=True, reason="cut")
    cut["rest"] = said("when we left the", start_s=0.9)["words"]
    after = session.push(cut)
    assert shown(before) == shown(after) == "It was late when we left"
    assert [w["id"] for w in before["words"]] == [w["id"] for w in after["words"]]
    assert (after["withdrawn"], after["withdrawn_ids"]) == (0, [])
    next_words = said("when we left the house", segment=1, start_s=0.9)
    update = session.push(next_words)
    assert [w["id"] for w in update["words"]][:6] == [w["id"] for w in after["words"]]
    assert shown(update) == "It was late when we left the"


def test_what_was_not_shown_yet_does_not_appear_with_a_cut(said: Said) -> None:
    session = CaptionSession()
    session.push(said("It was late when"))
    cut = said("It was late", revision=1, end_s=0.9, final=True, reason="cut")
    cut["rest"] = said("when", start_s=0.9)["words"]
    assert shown(session.push(cut)) == "It was late"


def test_a_cut_whose_next_segment_says_something_else_withdraws_only_that(said: Said) -> None:
    session = CaptionSession()
    for revision in range(3):
        end_s = 1.5 + 0.2 * revision
        session.push(said("It was late when he", revision=revision, end_s=end_s))
    cut = said("It was late", revision=3, end_s=0.9, final=True, reason="cut")
    cut["rest"] = said("when he", start_s=0.9)["words"]
    session.push(cut)
    for revision in range(3):
        end_s = 2.0 + 0.2 * revision
        update = session.push(
            said("then he left", segment=1, revision=revision, start_s=0.9, end_s=end_s)
        )
    assert shown(update) == "It was late then he left"


@pytest.mark.parametrize("rest", [None, "when", [1], [{"text": 3}]])
def test_a_rest_that_is_no_list_of_words_is_an_error(said: Said, rest: object) -> None:
    given = {**said("It", final=True, reason="cut"), "rest": rest}
    with pytest.raises(HypothesisError, match=r"rest|word"):
        CaptionSession().push(given)
