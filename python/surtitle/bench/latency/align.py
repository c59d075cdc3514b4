"""Where a clip's first sample stands in the ring, found in the audio itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from surtitle.errors import SurtitleError

Samples = npt.NDArray[np.float32]

LEAST_CORRELATION = 0.5
"""The page's own resampling leaves 0.9 and more; other audio stays under 0.2."""


class AlignError(SurtitleError):
    """The clip was not found in what the page captured."""


def find(clip: Samples, captured: Samples) -> int:
    """Return the offset of ``clip`` in ``captured``, both f32 at 16 kHz.

    The offset is that of the highest normalised cross-correlation. Raises :class:`AlignError`
    where that is under :data:`LEAST_CORRELATION`: the clip was not played, or not captured.
    """
    if len(clip) == 0 or len(captured) < len(clip):
        raise AlignError(f"{len(captured)} samples cannot hold a clip of {len(clip)}.")
    size = 1 << (len(captured) + len(clip)).bit_length()
    product = np.fft.rfft(captured, size) * np.conj(np.fft.rfft(clip, size))
    correlation = np.fft.irfft(product, size)[: len(captured) - len(clip) + 1]
    energy = np.concatenate([[0.0], np.cumsum(captured.astype(np.float64) ** 2)])
    local = np.sqrt(np.maximum(energy[len(clip) :] - energy[: -len(clip)], 1e-9))
    normalised = correlation / (local * np.linalg.norm(clip) + 1e-9)
    offset = int(np.argmax(normalised))
    if normalised[offset] < LEAST_CORRELATION:
        raise AlignError(
            f"the clip was not found in the captured audio (correlation {normalised[offset]:.2f})."
        )
    return offset
