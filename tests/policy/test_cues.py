from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from surtitle.policy import Cue, LinePolicy, SessionOptions, Word, build_cues
from surtitle.policy.text import width_cells

if TYPE_CHECKING:
    from tests.policy.conftest import Timed


def policy(**changes: object) -> LinePolicy:
    return LinePolicy.of(SessionOptions.from_dict(changes))


def spans(cues: list[Cue]) -> list[tuple[int, int]]:
    return [(cue.start_ms, cue.end_ms) for cue in cues]


def test_a_sentence_is_one_cue_from_its_first_to_its_last_word(timed: Timed) -> None:
    (cue,) = build_cues([timed("It was a dark and stormy night.", 2.0)], policy())
    assert cue == Cue(2000, 4100, ("It was a dark and stormy night.",))


def test_a_short_cue_is_held_for_the_shortest_time(timed: Timed) -> None:
    (cue,) = build_cues([timed("No.", 1.0, 0.2)], policy())
    assert spans([cue]) == [(1000, 1833)]


def test_a_fast_cue_is_held_until_it_can_be_read(timed: Timed) -> None:
    text = "Supercalifragilistic words spoken quickly."
    (cue,) = build_cues([timed(text, 0.0, 0.2)], policy())
    assert cue.end_ms == 1000 * len(text) // 20


def test_a_cue_hangs_over_its_speech_by_no_more_than_a_second_and_a_half(timed: Timed) -> None:
    text = "internationalisation " * 4
    (cue,) = build_cues([timed(text, 0.0, 0.1)], policy())
    assert cue.end_ms == 400 + 1500


def test_no_cue_lasts_longer_than_the_longest_time(timed: Timed) -> None:
    cues = build_cues([timed("slow " * 12, 0.0, 1.2)], policy())
    assert all(cue.end_ms - cue.start_ms <= 7000 for cue in cues)
    assert len(cues) == 3


def test_a_cue_gives_way_to_the_next_with_two_frames_between(timed: Timed) -> None:
    one = timed("This is the first of two long sentences in a row, said without a pause.")
    two = timed("And this is the second of the two, which follows at once.", one[-1].end_s)
    first, second = build_cues([one, two], policy())
    assert second.start_ms - first.end_ms == 83


def test_a_gap_of_under_half_a_second_is_closed_to_two_frames(timed: Timed) -> None:
    one = timed("This is the first of two long sentences in a row, said without a pause.")
    two = timed("And this is the second of the two, which follows.", one[-1].end_s + 0.4)
    first, second = build_cues([one, two], policy())
    assert second.start_ms - first.end_ms == 83


def test_a_gap_of_over_half_a_second_stays_open(timed: Timed) -> None:
    one = timed("This is the first of two long sentences in a row, said without a pause.")
    two = timed("And this is the second of the two, which follows.", one[-1].end_s + 0.7)
    first, second = build_cues([one, two], policy())
    assert second.start_ms - first.end_ms == 700


def test_a_cue_squeezed_by_the_next_begins_sooner_to_last_the_shortest_time(timed: Timed) -> None:
    one = timed("Stop that noise now!", 10.0, 0.1)
    two = timed("I mean it.", 10.5)
    first, second = build_cues([one, two], policy(max_line_chars=20, max_lines=1))
    assert first == Cue(9584, 10417, ("Stop that noise now!",))
    assert second.start_ms == 10500


def test_a_short_word_is_not_left_alone_when_it_can_join_its_neighbours(timed: Timed) -> None:
    text = (
        "The committee has decided after a very long discussion that nothing at all should be "
        "done about it now."
    )
    cues = build_cues([timed(text)], policy())
    assert all(len(cue.text.split()) > 2 for cue in cues)
    one = timed("This is a sentence that fills one line and then quite a bit of another.")
    joined = build_cues([one, timed("Yes.", one[-1].end_s)], policy())
    assert all(cue.text != "Yes." for cue in joined)


def test_a_lone_word_with_silence_around_it_stands_alone(timed: Timed) -> None:
    cues = build_cues([timed("Yes."), timed("No.", 10.0)], policy())
    assert [cue.text for cue in cues] == ["Yes.", "No."]


def test_a_sentence_too_long_for_one_cue_is_cut_at_a_clause(timed: Timed) -> None:
    text = (
        "When the rain had finally stopped in the late afternoon, we put on our boots and went "
        "down to the river to look at the bridge."
    )
    first, *_ = build_cues([timed(text)], policy())
    assert first.text.replace("\n", " ").endswith("afternoon,")


def test_a_silence_of_over_a_second_is_never_inside_a_cue(timed: Timed) -> None:
    cues = build_cues([[*timed("and then"), *timed("he left.", 1.8)]], policy())
    assert [cue.text for cue in cues] == ["and then", "he left."]


@pytest.mark.parametrize(
    ("language", "text", "limit"),
    [
        ("zh", "今天天气很好，我们一起去公园散步吧，然后再去吃一顿丰盛的午饭。", 16),
        ("ja", "今日はとても良い天気ですから公園へ散歩に行きましょうと彼は言いました。", 13),
        ("ko", "오늘은 날씨가 아주 좋으니까 우리 모두 함께 공원에 산책하러 갑시다.", 16),
        ("th", "วันนี้อากาศดีมากเราไปเดินเล่นที่สวนสาธารณะด้วยกันเถอะแล้วค่อยไปกินข้าว", 35),
    ],
)
def test_lines_keep_to_the_width_of_their_language(
    timed: Timed, language: str, text: str, limit: int
) -> None:
    cues = build_cues([timed(text, 0.0, 12.0 / len(text.split()))], policy(language=language))
    half = language != "th"
    assert "".join(cue.text for cue in cues).replace("\n", "").replace(" ", "") == text.replace(
        " ", ""
    )
    for cue in cues:
        assert len(cue.lines) <= 2
        assert all(width_cells(line, half_width_latin=half) <= limit for line in cue.lines)


def test_a_portrait_line_of_24_characters_is_kept(timed: Timed) -> None:
    text = "It was the best of times, it was the worst of times, it was the age of wisdom."
    cues = build_cues([timed(text)], policy(max_line_chars=24))
    assert all(len(line) <= 24 for cue in cues for line in cue.lines)


def test_no_words_give_no_cues() -> None:
    assert build_cues([], policy()) == []
    assert build_cues([[]], policy()) == []


def random_phrases(dice: random.Random) -> list[list[Word]]:
    """Phrases as odd as a recogniser can make them: zero times, bursts, overlaps, long words."""
    at_s, phrases = 0.0, []
    for _ in range(dice.randint(1, 8)):
        phrase = []
        for _ in range(dice.randint(1, 20)):
            at_s += dice.choice([0.0, 0.0, 0.05, 0.4, 2.0])
            long_s = dice.choice([0.0, 0.1, 0.3, 0.8, 9.0])
            text = dice.choice(["a", "the", "and", "word,", "longer", "x" * 60, "end.", "你好世界"])
            phrase.append(Word(text, at_s, at_s + long_s))
            at_s += long_s * dice.choice([0.0, 1.0, 1.0])
        phrases.append(phrase)
    return phrases


def test_whatever_the_words_no_cues_overlap_and_no_line_is_over_the_limit() -> None:
    dice = random.Random(833)
    for _ in range(400):
        phrases = random_phrases(dice)
        chosen = policy(
            language=dice.choice(["en", "de", "ja"]),
            max_line_chars=dice.choice([None, 12, 24]),
            max_lines=dice.randint(1, 3),
        )
        cues = build_cues(phrases, chosen)
        spoken = "".join(word.text for phrase in phrases for word in phrase)
        assert "".join(cue.text for cue in cues).replace("\n", "").replace(" ", "") == spoken
        floor_ms = 0
        for cue in cues:
            assert floor_ms <= cue.start_ms < cue.end_ms
            assert cue.end_ms - cue.start_ms <= chosen.max_cue_ms
            assert 1 <= len(cue.lines) <= chosen.max_lines
            for line in cue.lines:
                width = width_cells(line, half_width_latin=chosen.half_width_latin)
                assert width <= chosen.max_line_chars
            floor_ms = cue.end_ms


def test_no_word_is_split_unless_it_is_longer_than_a_line() -> None:
    dice = random.Random(42)
    for _ in range(200):
        words = [Word("x" * dice.randint(1, 20) + "y", n * 0.3, n * 0.3 + 0.3) for n in range(30)]
        cues = build_cues([words], policy(max_line_chars=21))
        assert [part for cue in cues for part in cue.text.split()] == [w.text for w in words]
