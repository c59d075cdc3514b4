/** The recogniser's and the VAD's rate: mono f32 everywhere after capture. */
export const SAMPLE_RATE_HZ = 16_000;

/** A VAD frame, 32 ms (`FRAME_SAMPLES` of the Rust crate `surtitle-vad`). */
export const FRAME_SAMPLES = 512;
