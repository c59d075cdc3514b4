"""English words that say where a sentence or a line may break. All are closed classes."""

from __future__ import annotations

from surtitle.policy.words import word_set

CONJUNCTIONS = word_set(
    "and but or nor so yet because although though while when where which who that if unless "
    "until since than as whether before after"
)
PREPOSITIONS = word_set(
    "of in on at to for from with by about into over under between through during against "
    "without within across behind beyond around among toward towards upon"
)
# Words that lean on the next one: articles, determiners, possessives, auxiliaries, titles.
CLINGING = word_set(
    "a an the this these those my your his her its our their some any no every each "
    "is are was were be been am i'm you're we're they're it's that's i've we've to not very "
    "will would can could should may might must shall do does did have has had i you we they he "
    "she mr mrs ms dr prof st"
)

# Words that open a main clause far more often than they go on with one.
OPENERS = word_set(
    "i i'm i've i'll i'd he he's she she's it it's we we're we've they they're you you're there "
    "there's this what why how yes well now my our"
)


def leans_on_next(key: str) -> bool:
    """Whether a sentence cannot end with the word of that key."""
    return key in CLINGING or key in PREPOSITIONS or key in CONJUNCTIONS
