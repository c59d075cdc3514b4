from __future__ import annotations

from surtitle.policy import LinePolicy, SessionOptions, Word
from surtitle.policy.lines import line_text, lines_needed
from surtitle.policy.partition import partition
from surtitle.policy.pieces import cut_pieces

POLICY = LinePolicy.of(SessionOptions())


def cut(*phrases: str, word_s: float = 0.3) -> list[str]:
    at_s, words = 0.0, []
    for phrase in phrases:
        words.append(
            [
                Word(w, at_s + n * word_s, at_s + (n + 1) * word_s)
                for n, w in enumerate(phrase.split())
            ]
        )
        at_s = words[-1][-1].end_s
    pieces = cut_pieces(words, 42, half_width_latin=False)
    groups = partition(pieces, POLICY)
    assert [piece for group in groups for piece in group] == pieces
    assert all(lines_needed(group, 42) <= 2 for group in groups)
    return [line_text(group) for group in groups]


def test_a_cue_ends_where_a_sentence_ends_when_two_do_not_fit() -> None:
    one = "This is the first sentence and it fills nearly two lines of text."
    two = "This is the second one and it is about as long as the first was."
    assert cut(one, two) == [one, two]


def test_short_sentences_share_a_cue() -> None:
    assert cut("Yes.", "I know.", "Thank you.") == ["Yes. I know. Thank you."]


def test_a_phrase_that_fits_is_not_cut() -> None:
    text = "We went home because it was late, and nobody wanted to stay."
    assert cut(text) == [text]


def test_the_beginning_of_a_sentence_is_not_left_hanging_behind_another() -> None:
    one = "We shall not be easy till we have explained everything."
    two = "Then, by all means, put on a white gown and a hat, for the lady always wears white."
    assert cut(one, two)[0] == one


def test_a_short_word_is_not_cut_off_after_a_comma() -> None:
    text = "Nobody on the committee could say after the long discussion what should be done, now."
    assert len(text) > 84
    assert cut(text)[-1] != "now."


def test_slow_speech_is_cut_before_the_longest_time() -> None:
    assert len(cut("one two three four five six", word_s=2.0)) >= 2
