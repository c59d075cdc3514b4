"""The stretch of a stream that a segment may still need."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]


class AudioWindow:
    """Audio by absolute sample position; what was dropped is gone."""

    def __init__(self) -> None:
        self._samples: Samples = np.zeros(0, np.float32)
        self._first = 0

    @property
    def end_sample(self) -> int:
        """The position after the last sample appended."""
        return self._first + len(self._samples)

    def append(self, block: Samples) -> None:
        """Add the next samples of the stream (f32 [N])."""
        self._samples = np.concatenate((self._samples, block))

    def cut(self, start_sample: int, end_sample: int) -> Samples:
        """Samples from ``start_sample`` up to ``end_sample``, which must still be held."""
        if start_sample < self._first or end_sample > self.end_sample:
            held = f"{self._first} to {self.end_sample}"
            raise IndexError(f"samples {start_sample} to {end_sample} are not held, only {held}")
        return self._samples[start_sample - self._first : end_sample - self._first]

    def drop_before(self, sample: int) -> None:
        """Forget what lies before ``sample``."""
        gone = max(0, sample - self._first)
        self._samples = self._samples[gone:]
        self._first += gone
