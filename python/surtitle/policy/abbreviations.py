"""Words whose full stop does not end a sentence (English; other languages have few in speech)."""

from __future__ import annotations

import re

from surtitle.policy.words import word_set

# A name or a number follows these: never the end of a sentence.
_BEFORE_A_NAME = word_set(
    "mr mrs ms dr prof st mt ft gen col sgt capt cmdr lt maj adm rev hon pres gov sen rep messrs "
    "mme mlle sr sra fr vs v e.g i.e cf viz approx est fig figs pp vol vols ed eds"
)

# These end a sentence when a capital follows: "at 5 p.m. Then", but "5 p.m. sharp".
_MAYBE_LAST = word_set(
    "etc a.m p.m u.s u.k u.n e.u d.c b.c a.d jr inc ltd co corp bros dept ave blvd rd "
    "jan feb mar apr jun jul aug sep sept oct nov dec ph.d m.d b.a m.a"
)

# "No. 5", "p. 12": an abbreviation only before a number.
_BEFORE_A_NUMBER = word_set("no nos p art sec ch")

_INITIAL = re.compile(r"^[^\W\d_]$")


def stop_is_inside(word: str, following: str) -> bool:
    """Whether the full stop at the end of ``word`` belongs to the word, given what follows.

    ``word`` is without quotes and brackets; ``following`` may be empty (nothing known yet).
    """
    bare = word.rstrip(".").casefold()
    if bare in _BEFORE_A_NAME:
        return True
    if bare in _MAYBE_LAST:
        return not following[:1].isupper()
    if bare in _BEFORE_A_NUMBER:
        return following[:1].isdigit()
    if _INITIAL.match(bare) and bare not in {"i", "a"}:
        return word[0].isupper() and following[:1].isupper()
    return bare.isdigit() and len(bare) <= 3 and following[:1].isdigit()  # "3." "5": a decimal
