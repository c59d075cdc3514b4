//! Samples through the detector and the state machine together.

use surtitle_segment::{Event, SegmentOptions, SpeechSegmenter};
use surtitle_vad::VadOptions;

fn segmenter() -> SpeechSegmenter {
    SpeechSegmenter::new(VadOptions::default(), SegmentOptions::default())
        .expect("the defaults are right")
}

/// Something voice-like: pulses at 125 Hz through a slowly moving loudness.
fn voice(samples: usize) -> Vec<f32> {
    let mut level = 0.0f32;
    (0..samples)
        .map(|n| {
            let pulse = if n % 128 == 0 { 1.0 } else { 0.0 };
            level = 0.9 * level + pulse;
            let syllable = (n as f32 / 16_000.0 * 4.0 * std::f32::consts::TAU).sin();
            0.2 * level * (0.6 + 0.4 * syllable)
        })
        .collect()
}

fn run(samples: &[f32], chunk: usize) -> Vec<Event> {
    let mut segmenter = segmenter();
    let mut events = Vec::new();
    for chunk in samples.chunks(chunk) {
        segmenter.push(chunk, |event| events.push(event));
    }
    segmenter.flush(|event| events.push(event));
    events
}

#[test]
fn events_do_not_depend_on_how_the_samples_are_chunked() {
    let mut samples = vec![0.0; 16_000];
    samples.extend(voice(32_123));
    samples.extend(vec![0.0; 20_000]);
    let whole = run(&samples, samples.len());
    for chunk in [1, 128, 512, 700, 5000] {
        assert_eq!(run(&samples, chunk), whole, "chunks of {chunk}");
    }
}

#[test]
fn nothing_ends_after_the_last_sample_pushed() {
    let samples = voice(20_001);
    for event in run(&samples, 512) {
        if let Event::Close { end_sample, .. } = event {
            assert!(end_sample <= 20_001, "{event:?}");
        }
    }
}

#[test]
fn digital_silence_opens_nothing() {
    assert_eq!(run(&vec![0.0; 160_000], 512), []);
}
