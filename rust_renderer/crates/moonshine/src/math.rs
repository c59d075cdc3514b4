//! Functions over slices in f32, in a fixed order and without a library's, so that every machine
//! gives the same bits. Loops have no branches: the compiler makes vectors of them.

use crate::NORM_EPSILON;
use surtitle_lanes::{Fastest, LANES, Lanes};

/// Sum of products; both have a multiple of four values.
#[inline(always)]
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
    let pairs = left.as_chunks().0.iter().zip(right.as_chunks().0);
    pairs
        .fold(Fastest::splat(0.0), |sum, (left, right)| {
            sum.add(Fastest::load(left).mul(Fastest::load(right)))
        })
        .sum()
}

/// Sum of all values, of which there are a multiple of four.
pub fn sum(values: &[f32]) -> f32 {
    let values = values.as_chunks().0.iter();
    values
        .fold(Fastest::splat(0.0), |sum, four| {
            sum.add(Fastest::load(four))
        })
        .sum()
}

/// The largest value.
pub fn max(values: &[f32]) -> f32 {
    let (fours, rest) = values.as_chunks();
    let none = Fastest::splat(f32::NEG_INFINITY);
    let mut lanes = [0.0; LANES];
    fours
        .iter()
        .fold(none, |most, four| most.max(Fastest::load(four)))
        .store(&mut lanes);
    rest.iter()
        .chain(&lanes)
        .fold(f32::NEG_INFINITY, |most, &value| most.max(value))
}

/// The size of the largest value; not a number where one is not.
pub fn largest(values: &[f32]) -> f32 {
    // Without the sign the bits of a float are in its order, and NaN stands behind infinity.
    let bits = |value: &f32| (value.to_bits() & 0x7fff_ffff) as i32;
    let most = values.iter().map(bits).fold(0, std::cmp::max);
    f32::from_bits(most as u32)
}

/// The whole number next to a value of at most 14 bits.
#[inline(always)]
pub fn round(value: f32) -> i16 {
    const ROUND: f32 = 12_582_912.0;
    (value + ROUND).to_bits().wrapping_sub(ROUND.to_bits()) as i16
}

/// `target += source`.
pub fn add(target: &mut [f32], source: &[f32]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target += source;
    }
}

/// Adds `bias` to every row.
pub fn add_to_rows(rows: &mut [f32], bias: &[f32]) {
    for row in rows.chunks_exact_mut(bias.len()) {
        add(row, bias);
    }
}

/// Layer normalisation of every row, scaled by `weight`, into `out`.
pub fn normalise(rows: &[f32], weight: &[f32], out: &mut Vec<f32>) {
    out.clear();
    let count = weight.len() as f32;
    for row in rows.chunks_exact(weight.len()) {
        let mean = sum(row) / count;
        let start = out.len();
        out.extend(row.iter().map(|value| value - mean));
        let centred = &mut out[start..];
        let deviation = (dot(centred, centred) / count + NORM_EPSILON).sqrt();
        for (value, weight) in centred.iter_mut().zip(weight) {
            *value = *value / deviation * weight;
        }
    }
}

/// `exp(value)` within 2e-7 of itself, for values that are not above 88; 0 below -87.
#[inline(always)]
pub fn exp(value: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln 2 in two parts: products with whole numbers up to 127 are exact in the first.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Adding this leaves a whole number in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let small = value < -87.0;
    let value = if small { -87.0 } else { value };
    let rounded = value * LOG2_E + ROUND;
    let whole = rounded - ROUND;
    let rest = value - whole * LN2_HIGH - whole * LN2_LOW;
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    let exponent = rounded
        .to_bits()
        .wrapping_sub(ROUND.to_bits())
        .wrapping_add(127)
        << 23;
    let result = series * f32::from_bits(exponent);
    if small { 0.0 } else { result }
}

/// The hyperbolic tangent of every value.
pub fn tanh(values: &mut [f32]) {
    for value in values {
        let size = value.abs();
        let size = if size > 10.0 { 10.0 } else { size };
        let far = 1.0 - 2.0 / (exp(2.0 * size) + 1.0);
        // Near zero that has lost its digits; the series is good to 1e-8 of the value.
        let square = size * size;
        let series = 62.0 / 2835.0;
        let series = series * square - 17.0 / 315.0;
        let series = series * square + 2.0 / 15.0;
        let series = series * square - 1.0 / 3.0;
        let near = size + size * square * series;
        *value = (if size < 0.25 { near } else { far }).copysign(*value);
    }
}

/// The Gaussian error linear unit of every value.
///
/// The error function is formula 7.1.26 of Abramowitz and Stegun, good to 1.5e-7.
pub fn gelu(values: &mut [f32]) {
    for value in values {
        let scaled = value.abs() * std::f32::consts::FRAC_1_SQRT_2;
        let part = 1.0 / (1.0 + 0.327_591_1 * scaled);
        let series = 1.061_405_4;
        let series = series * part - 1.453_152;
        let series = series * part + 1.421_413_7;
        let series = series * part - 0.284_496_74;
        let series = series * part + 0.254_829_6;
        let erf = 1.0 - series * part * exp(-scaled * scaled);
        *value *= 0.5 + 0.5 * erf.copysign(*value);
    }
}

/// `open * silu(gate)` into `open`.
pub fn gate(open: &mut [f32], gate: &[f32]) {
    for (open, gate) in open.iter_mut().zip(gate) {
        let size = if *gate < -80.0 { -80.0 } else { *gate };
        *open *= size / (1.0 + exp(-size));
    }
}

/// Makes weights of scores: positive, and 1 in all.
pub fn softmax(scores: &mut [f32]) {
    let most = max(scores);
    let mut lanes = [0.0; 4];
    let (chunks, rest) = scores.as_chunks_mut::<4>();
    for scores in chunks {
        for lane in 0..4 {
            scores[lane] = exp(scores[lane] - most);
            lanes[lane] += scores[lane];
        }
    }
    let mut total = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    for score in rest {
        *score = exp(*score - most);
        total += *score;
    }
    for score in scores {
        *score /= total;
    }
}

/// The place of the largest value (the first, if there are several), the value, and the logarithm
/// of the sum of all `exp(value - largest)`. Values that lie 20 or more behind it have no part in
/// the sum: 32 768 of them would add less than 1e-4.
pub fn summary(values: &[f32]) -> (usize, f32, f32) {
    const GROUP: usize = 64;
    const FAR: f32 = 20.0;
    let largest: Vec<f32> = values.chunks(GROUP).map(max).collect();
    let best = max(&largest);
    let mut total = 0.0;
    let mut place = None;
    for ((index, group), &most) in values.chunks(GROUP).enumerate().zip(&largest) {
        if most < best - FAR {
            continue;
        }
        let mut powers = [0.0; GROUP];
        for (power, value) in powers.iter_mut().zip(group) {
            *power = exp(value - best);
        }
        total += sum(&powers);
        if place.is_none() && most == best {
            let within = group.iter().position(|value| *value == best);
            place = within.map(|within| index * GROUP + within);
        }
    }
    (place.unwrap_or_default(), best, ln(total))
}

/// The natural logarithm of a finite value of 1 or more, within 3e-7.
fn ln(value: f32) -> f32 {
    // value = 2^exponent * part with part within sqrt(1/2) and sqrt(2).
    let bits = value.to_bits();
    let exponent = (bits.wrapping_sub(0x3f35_04f3) as i32) >> 23;
    let part = f32::from_bits(bits.wrapping_sub((exponent << 23) as u32));
    // ln(part) = 2 atanh((part - 1) / (part + 1))
    let ratio = (part - 1.0) / (part + 1.0);
    let square = ratio * ratio;
    let series = 1.0 / 9.0;
    let series = series * square + 1.0 / 7.0;
    let series = series * square + 1.0 / 5.0;
    let series = series * square + 1.0 / 3.0;
    let series = series * square + 1.0;
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_keep_their_digits() {
        for value in (1..4_000)
            .map(|index| 1.0 + index as f32 * 0.37)
            .chain([1.0, 1.0001, 3e4])
        {
            assert!(
                (f64::from(ln(value)) - f64::from(value).ln()).abs() < 1e-6,
                "ln({value})"
            );
        }
    }

    #[test]
    fn a_summary_finds_the_first_of_the_largest_and_sums_what_counts() {
        let mut values = vec![-300.0; 1_000];
        (values[70], values[800], values[801], values[999]) = (0.0, 1.0, 1.0, -1.0);
        let (place, best, log_sum) = summary(&values);
        assert_eq!((place, best), (800, 1.0));
        let right = (2.0_f64 + (-1.0_f64).exp() + (-2.0_f64).exp()).ln();
        assert!((f64::from(log_sum) - right).abs() < 1e-6);
    }

    fn spread() -> impl Iterator<Item = f32> {
        (-40_000..40_000).map(|index| index as f32 * 1e-3 + 3e-4)
    }

    #[test]
    fn exponentials_keep_their_digits() {
        for value in spread().chain([0.0, -86.9, 80.0]) {
            let right = f64::from(value).exp();
            assert!(
                (f64::from(exp(value)) / right - 1.0).abs() < 3e-7,
                "exp({value})"
            );
        }
        assert_eq!((exp(-1e9), exp(f32::NEG_INFINITY)), (0.0, 0.0));
    }

    #[test]
    fn tangents_keep_their_digits_near_zero_too() {
        for value in spread().chain([1e-20, -1e-6, 0.249_999, 0.25]) {
            let mut result = [value];
            tanh(&mut result);
            let right = f64::from(value).tanh();
            assert!(
                (f64::from(result[0]) / right - 1.0).abs() < 6e-7,
                "tanh({value})"
            );
        }
    }

    #[test]
    fn gates_and_gelus_are_what_they_are_called() {
        // At 1, 0.841344746 is the normal distribution; at -3, 1 - 0.998650102.
        let mut values = [0.0, 1.0, -3.0, 20.0, -20.0];
        gelu(&mut values);
        for (value, right) in values
            .iter()
            .zip([0.0, 0.841_344_8, -0.004_049_694, 20.0, 0.0])
        {
            assert!((value - right).abs() < 5e-7, "{value} for {right}");
        }
        let mut open = [2.0, 2.0, 2.0];
        gate(&mut open, &[1.0, -100.0, 100.0]);
        assert!((open[0] - 2.0 * 0.731_058_6).abs() < 1e-6);
        assert!(open[1].abs() < 1e-30 && (open[2] - 200.0).abs() < 1e-4);
    }

    #[test]
    fn weights_of_scores_sum_to_one_and_far_ones_are_none() {
        let mut scores = [1.0, 2.0, 3.0, -200.0, f32::NEG_INFINITY];
        softmax(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((scores[2] - 0.665_241).abs() < 1e-6);
        assert_eq!(scores[3..], [0.0, 0.0]);
    }

    #[test]
    fn a_normalised_row_has_mean_zero_and_deviation_one() {
        let mut out = Vec::new();
        normalise(
            &[1.0, 2.0, 3.0, 4.0, 10.0, 10.0, 10.0, 10.0],
            &[1.0, 1.0, 1.0, 2.0],
            &mut out,
        );
        assert!((out[0] + 1.341_635_4).abs() < 1e-5 && (out[3] - 2.683_271).abs() < 1e-5);
        assert_eq!(out[4..], [0.0; 4]);
    }
}
