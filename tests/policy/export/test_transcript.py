from __future__ import annotations

import json

from surtitle.policy import Phrase, Recognition, ShownWord, Word, transcript
from surtitle.policy.export import to_json, to_text


def phrase(*words: Word) -> Phrase:
    return Phrase(tuple(ShownWord(n, word, committed=True) for n, word in enumerate(words)))


HELLO = phrase(Word("Hello", 0.12345, 0.5, 0.98765), Word("there.", 0.5, 1.0))
BYE = phrase(Word("Bye.", 2.0, 2.5))


def test_a_transcript_has_the_agreed_shape() -> None:
    recognition = Recognition("moonshine-tiny-en", 3.0, 0.12345)
    assert transcript([HELLO, BYE], recognition) == {
        "text": "Hello there. Bye.",
        "segments": [
            {
                "start_s": 0.123,
                "end_s": 1.0,
                "text": "Hello there.",
                "words": [
                    {"word": "Hello", "start_s": 0.123, "end_s": 0.5, "confidence": 0.9877},
                    {"word": "there.", "start_s": 0.5, "end_s": 1.0},
                ],
            },
            {
                "start_s": 2.0,
                "end_s": 2.5,
                "text": "Bye.",
                "words": [{"word": "Bye.", "start_s": 2.0, "end_s": 2.5}],
            },
        ],
        "model": "moonshine-tiny-en",
        "duration_s": 3.0,
        "rtf": 0.1235,
    }


def test_what_nobody_measured_is_null_and_the_duration_that_of_the_words() -> None:
    empty = transcript([], Recognition())
    assert (empty["text"], empty["duration_s"], empty["rtf"]) == ("", 0.0, None)
    assert transcript([HELLO], Recognition())["duration_s"] == 1.0


def test_times_never_fall_even_where_phrases_overlap() -> None:
    late = phrase(Word("late", 5.0, 6.0))
    segments = transcript([late, BYE], Recognition())["segments"]
    assert [(s["start_s"], s["end_s"]) for s in segments] == [(5.0, 6.0), (5.0, 5.0)]


def test_the_json_is_utf_8_text_that_reads_back() -> None:
    text = to_json([phrase(Word("naïve “quote” \\ 你好", 0, 1))], Recognition())
    assert "naïve" in text
    assert text.endswith("}\n")
    assert json.loads(text)["text"] == "naïve “quote” \\ 你好"


def test_plain_text_is_a_phrase_a_line() -> None:
    assert to_text([HELLO, BYE]) == "Hello there.\nBye.\n"
    assert to_text([]) == ""


def test_chinese_phrases_are_joined_without_spaces() -> None:
    phrases = [phrase(Word("你好。", 0, 1)), phrase(Word("再见。", 1, 2))]
    assert transcript(phrases, Recognition())["text"] == "你好。再见。"
