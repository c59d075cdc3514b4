"""The measures of Moonshine tiny."""

LAYERS = 6
HEADS = 8
HEAD_SIZE = 36
HIDDEN_SIZE = HEADS * HEAD_SIZE

ROTARY_SIZE = 32
"""Of a head's 36 values the first 32 are turned by their position, in neighbouring pairs."""

ROTARY_BASE = 10_000.0
LONGEST_FRAMES = 2_048
"""Positions for which the graphs hold sines: 49 s of audio, or as many tokens."""

NORM_EPSILON = 1e-5

ALIGNED_HEADS = {4: (1, 2), 5: (2, 5)}
"""Layer → cross-attention heads that look at the word being said.

The four of 48 whose peak lies nearest to the middle of the word, by the forced alignment of 748
words of read speech; with them a monotone path is off by 40 ms (median) at a word's start and
end, with the mean of all heads by 150 ms. See docs/decisions/0051-word-times.md.
"""


def cache_names(prefix: str, kind: str = "") -> list[str]:
    """Names of the keys and values of all layers, in the order in which the graphs take them."""
    middle = f".{kind}" if kind else ""
    return [f"{prefix}.{i}{middle}.{part}" for i in range(LAYERS) for part in ("key", "value")]
