"""How the weights of the vad crate were learned.

Nothing labelled by hand and nothing that the bench reports on is learned from: the teacher is
Silero's output on clean speech, which stays the target after the speech has been reverberated,
filtered and mixed with noise. Run ``python -m surtitle.bench.vad.training --help``.
"""
