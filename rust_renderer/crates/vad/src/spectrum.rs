//! Power spectra of two real windows by one complex FFT of 512 points.
//!
//! A Stockham self-sorting FFT: four radix-4 passes and one radix-2 pass, all with unit-stride
//! inner loops, so that four lanes are always full and no bit reversal is needed. Two real
//! signals ride as the real and the imaginary part, and are told apart by symmetry afterwards.

use std::f64::consts::TAU;
use surtitle_lanes::{LANES, Lanes, four, four_mut};

/// Points of the transform, and samples in a window.
pub const POINTS: usize = 512;

/// Bins from 0 Hz to half the sample rate.
pub const BINS: usize = POINTS / 2 + 1;

/// `BINS` rounded up, with room for whole vectors that start at any bin.
pub const PADDED_BINS: usize = BINS + 2 * LANES - 1;

/// A complex signal, real and imaginary parts apart.
#[derive(Clone)]
pub struct Complex {
    /// Real parts.
    pub re: [f32; POINTS],
    /// Imaginary parts.
    pub im: [f32; POINTS],
}

impl Complex {
    /// All zeros.
    pub fn zero() -> Self {
        Self {
            re: [0.0; POINTS],
            im: [0.0; POINTS],
        }
    }
}

/// exp(-2πi·p·k/n) for k = 1, 2, 3 and p below n/4: `[k-1][p]`.
struct Twiddles {
    re: [Vec<f32>; 3],
    im: [Vec<f32>; 3],
}

impl Twiddles {
    fn new(length: usize) -> Self {
        let angle = |p: usize, k: usize| -TAU * (p * k) as f64 / length as f64;
        let table = |part: fn(f64) -> f64| {
            std::array::from_fn(|k| {
                (0..length / 4)
                    .map(|p| part(angle(p, k + 1)) as f32)
                    .collect()
            })
        };
        Self {
            re: table(f64::cos),
            im: table(f64::sin),
        }
    }
}

/// The transform's tables.
pub struct Fft {
    first: Twiddles,
    rest: [Twiddles; 3],
    spare: Complex,
}

impl Fft {
    /// Makes the tables.
    pub fn new() -> Self {
        Self {
            first: Twiddles::new(POINTS),
            rest: [POINTS / 4, POINTS / 16, POINTS / 64].map(Twiddles::new),
            spare: Complex::zero(),
        }
    }

    /// Transforms `signal` in place (forward, unscaled).
    #[inline(always)]
    pub fn transform<L: Lanes>(&mut self, signal: &mut Complex) {
        first_pass::<L>(&self.first, signal, &mut self.spare);
        later_pass::<L, 4>(&self.rest[0], &self.spare, signal);
        later_pass::<L, 16>(&self.rest[1], signal, &mut self.spare);
        later_pass::<L, 64>(&self.rest[2], &self.spare, signal);
        last_pass::<L>(signal);
    }
}

/// A pair of vectors: real and imaginary parts.
type Pair<L> = (L, L);

#[inline(always)]
fn times<L: Lanes>(a: Pair<L>, w: Pair<L>) -> Pair<L> {
    (
        a.0.mul(w.0).sub(a.1.mul(w.1)),
        a.0.mul(w.1).add(a.1.mul(w.0)),
    )
}

#[inline(always)]
fn load<L: Lanes>(from: &Complex, index: usize) -> Pair<L> {
    (
        L::load(four(&from.re, index)),
        L::load(four(&from.im, index)),
    )
}

#[inline(always)]
fn store<L: Lanes>(to: &mut Complex, index: usize, value: Pair<L>) {
    value.0.store(four_mut(&mut to.re, index));
    value.1.store(four_mut(&mut to.im, index));
}

/// The radix-4 butterfly, results 1 to 3 turned by `w`.
#[inline(always)]
fn butterfly<L: Lanes>([a, b, c, d]: [Pair<L>; 4], w: [Pair<L>; 3]) -> [Pair<L>; 4] {
    let (sum_ac, diff_ac) = ((a.0.add(c.0), a.1.add(c.1)), (a.0.sub(c.0), a.1.sub(c.1)));
    let (sum_bd, diff_bd) = ((b.0.add(d.0), b.1.add(d.1)), (b.0.sub(d.0), b.1.sub(d.1)));
    [
        (sum_ac.0.add(sum_bd.0), sum_ac.1.add(sum_bd.1)),
        times((diff_ac.0.add(diff_bd.1), diff_ac.1.sub(diff_bd.0)), w[0]),
        times((sum_ac.0.sub(sum_bd.0), sum_ac.1.sub(sum_bd.1)), w[1]),
        times((diff_ac.0.sub(diff_bd.1), diff_ac.1.add(diff_bd.0)), w[2]),
    ]
}

/// Stride 1: lanes run over the twiddles, and a transposition sorts the results.
#[inline(always)]
fn first_pass<L: Lanes>(twiddles: &Twiddles, from: &Complex, to: &mut Complex) {
    const QUARTER: usize = POINTS / 4;
    for p in (0..QUARTER).step_by(LANES) {
        let inputs = std::array::from_fn(|k| load::<L>(from, p + k * QUARTER));
        let turns = std::array::from_fn(|k| {
            (
                L::load(four(&twiddles.re[k], p)),
                L::load(four(&twiddles.im[k], p)),
            )
        });
        let outputs = butterfly(inputs, turns);
        let re = L::transpose(outputs.map(|output| output.0));
        let im = L::transpose(outputs.map(|output| output.1));
        for row in 0..LANES {
            store(to, 4 * p + row * LANES, (re[row], im[row]));
        }
    }
}

/// Strides of 4 and more: lanes run along the stride, the twiddle is the same in all.
#[inline(always)]
fn later_pass<L: Lanes, const STRIDE: usize>(
    twiddles: &Twiddles,
    from: &Complex,
    to: &mut Complex,
) {
    let quarter = POINTS / STRIDE / 4;
    for p in 0..quarter {
        let turns: [Pair<L>; 3] =
            std::array::from_fn(|k| (L::splat(twiddles.re[k][p]), L::splat(twiddles.im[k][p])));
        for q in (0..STRIDE).step_by(LANES) {
            let inputs = std::array::from_fn(|k| load::<L>(from, q + STRIDE * (p + k * quarter)));
            let outputs = butterfly(inputs, turns);
            for (k, output) in outputs.into_iter().enumerate() {
                store(to, q + STRIDE * (4 * p + k), output);
            }
        }
    }
}

/// The radix-2 pass: its twiddle is 1 and it works in place.
#[inline(always)]
fn last_pass<L: Lanes>(signal: &mut Complex) {
    const HALF: usize = POINTS / 2;
    for q in (0..HALF).step_by(LANES) {
        let (a, b) = (load::<L>(signal, q), load::<L>(signal, q + HALF));
        store(signal, q, (a.0.add(b.0), a.1.add(b.1)));
        store(signal, q + HALF, (a.0.sub(b.0), a.1.sub(b.1)));
    }
}

/// Power per bin of the two real signals that `packed` is the transform of.
#[inline(always)]
pub fn powers<L: Lanes>(packed: &Complex, powers: &mut [[f32; PADDED_BINS]; 2]) {
    let quarter = L::splat(0.25);
    for k in (1..BINS - 1).step_by(LANES) {
        let mirror = POINTS - k - (LANES - 1);
        let (re, im) = load::<L>(packed, k);
        let (mirror_re, mirror_im) = load::<L>(packed, mirror);
        let (mirror_re, mirror_im) = (mirror_re.reverse(), mirror_im.reverse());
        let first = (re.add(mirror_re), im.sub(mirror_im));
        let second = (im.add(mirror_im), re.sub(mirror_re));
        for (signal, (x, y)) in [first, second].into_iter().enumerate() {
            let power = x.mul(x).add(y.mul(y)).mul(quarter);
            power.store(four_mut(&mut powers[signal], k));
        }
    }
    powers[0][0] = packed.re[0] * packed.re[0];
    powers[1][0] = packed.im[0] * packed.im[0];
}

#[cfg(test)]
mod tests {
    use super::*;
    use surtitle_lanes::{Fastest, Plain};

    fn signal(seed: u32) -> Complex {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        Complex {
            re: std::array::from_fn(|_| next()),
            im: std::array::from_fn(|_| next()),
        }
    }

    fn direct(signal: &Complex, bin: usize) -> (f64, f64) {
        (0..POINTS).fold((0.0, 0.0), |(re, im), n| {
            let (sin, cos) = (-TAU * (bin * n % POINTS) as f64 / POINTS as f64).sin_cos();
            let (x, y) = (f64::from(signal.re[n]), f64::from(signal.im[n]));
            (re + x * cos - y * sin, im + x * sin + y * cos)
        })
    }

    #[test]
    fn the_transform_equals_the_sum_that_defines_it() {
        let input = signal(7);
        let mut output = input.clone();
        Fft::new().transform::<Plain>(&mut output);
        for bin in 0..POINTS {
            let (re, im) = direct(&input, bin);
            assert!((f64::from(output.re[bin]) - re).abs() < 2e-5, "bin {bin}");
            assert!((f64::from(output.im[bin]) - im).abs() < 2e-5, "bin {bin}");
        }
    }

    #[test]
    fn simd_and_plain_transforms_agree_to_the_last_bit() {
        let (mut plain, mut fast) = (signal(3), signal(3));
        Fft::new().transform::<Plain>(&mut plain);
        Fft::new().transform::<Fastest>(&mut fast);
        assert_eq!(plain.re.map(f32::to_bits), fast.re.map(f32::to_bits));
        assert_eq!(plain.im.map(f32::to_bits), fast.im.map(f32::to_bits));
    }

    #[test]
    fn two_real_signals_are_told_apart() {
        let input = signal(11);
        let alone = |part: [f32; POINTS]| Complex {
            re: part,
            im: [0.0; POINTS],
        };
        let mut packed = input.clone();
        Fft::new().transform::<Plain>(&mut packed);
        let mut got = [[0.0; PADDED_BINS]; 2];
        powers::<Plain>(&packed, &mut got);
        for (which, part) in [input.re, input.im].into_iter().enumerate() {
            for (bin, power) in got[which][..BINS].iter().enumerate() {
                let (re, im) = direct(&alone(part), bin);
                let expected = re * re + im * im;
                assert!((f64::from(*power) - expected).abs() < 1e-3 * (1.0 + expected));
            }
        }
    }
}
