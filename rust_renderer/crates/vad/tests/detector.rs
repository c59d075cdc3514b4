//! The detector from outside: the twins, bad samples, silence.

use surtitle_vad::{FRAME_SAMPLES, MIN_LEVEL_DB, Vad, VadOptions};

/// A reproducible sequence in -1..1.
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    fn frame(&mut self, gain: f32) -> [f32; FRAME_SAMPLES] {
        std::array::from_fn(|_| gain * self.next())
    }
}

/// Noise, clicks, tones, silence, and what is no sound at all.
fn frames() -> Vec<[f32; FRAME_SAMPLES]> {
    let mut random = Random(1);
    (0..400)
        .map(|index| match index / 20 % 5 {
            0 => random.frame(0.1),
            1 => std::array::from_fn(|n| if n % 97 == 0 { 0.7 } else { 0.0 }),
            2 => std::array::from_fn(|n| 0.3 * ((n + index * FRAME_SAMPLES) as f32 * 0.08).sin()),
            3 => [0.0; FRAME_SAMPLES],
            _ => {
                let mut frame = random.frame(2.0);
                frame[index % 50] = [f32::NAN, f32::INFINITY, -1e30, 1e-40][index % 4];
                frame
            }
        })
        .collect()
}

#[test]
fn simd_and_plain_detectors_agree_to_the_last_bit() {
    let mut fast = Vad::new(VadOptions::default());
    let mut plain = Vad::new(VadOptions::default().with_simd(false));
    for (index, frame) in frames().iter().enumerate() {
        let (a, b) = (fast.push(frame), plain.push(frame));
        assert_eq!(a.to_bits(), b.to_bits(), "frame {index}: {a} and {b}");
        assert_eq!(fast.level_db().to_bits(), plain.level_db().to_bits());
        let bits = |vad: &Vad| vad.features().map(f32::to_bits);
        assert_eq!(bits(&fast), bits(&plain), "features of frame {index}");
    }
}

#[test]
fn probabilities_lie_between_0_and_1_whatever_the_samples() {
    let mut vad = Vad::new(VadOptions::default());
    for frame in frames() {
        let probability = vad.push(&frame);
        assert!((0.0..=1.0).contains(&probability), "{probability}");
        assert!(vad.level_db() >= MIN_LEVEL_DB && vad.level_db().is_finite());
    }
}

#[test]
fn a_sample_that_is_not_a_number_counts_as_zero() {
    let mut random = Random(5);
    let (mut hurt, mut whole) = (
        Vad::new(VadOptions::default()),
        Vad::new(VadOptions::default()),
    );
    for index in 0..100 {
        let mut frame = random.frame(0.2);
        let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][index % 3];
        frame[index] = bad;
        let a = hurt.push(&frame);
        frame[index] = 0.0;
        let b = whole.push(&frame);
        assert_eq!(a.to_bits(), b.to_bits(), "frame {index} with {bad}");
    }
}

#[test]
fn digital_silence_is_never_speech_and_has_the_lowest_level() {
    let mut vad = Vad::new(VadOptions::default());
    let mut random = Random(9);
    for _ in 0..100 {
        vad.push(&random.frame(0.5));
    }
    assert!(vad.push(&[0.0; FRAME_SAMPLES]) <= 0.0);
    assert!((vad.level_db() - MIN_LEVEL_DB).abs() < f32::EPSILON);
}

#[test]
fn the_level_of_a_full_scale_square_wave_is_0_db() {
    let mut vad = Vad::new(VadOptions::default());
    vad.push(&std::array::from_fn(
        |n| if n % 2 == 0 { 1.0 } else { -1.0 },
    ));
    assert!(vad.level_db().abs() < 0.001, "{}", vad.level_db());
}
