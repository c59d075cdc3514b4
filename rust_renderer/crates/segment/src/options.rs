//! The segmenter's options and their ranges.

use crate::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Options of [`crate::Segmenter::new`]. Times are rounded up to whole frames of 32 ms, except
/// the pre-roll, which is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentOptions {
    /// Audio kept before the first speech, 0 to 1000 ms: a detector is sure of an onset only
    /// after it, and the recogniser needs the whole first sound.
    pub pre_roll_ms: u32,
    /// Quiet that ends a segment, 32 to 5000 ms.
    pub hang_over_ms: u32,
    /// Of that quiet, what a segment keeps at its end at most, 32 to 5000 ms. A recogniser that
    /// is given more may hear words in it.
    pub tail_ms: u32,
    /// Speech that opens a segment, 32 to 500 ms.
    pub min_speech_ms: u32,
    /// Speech that a segment must hold by the time a pause ends it, 32 to 2000 ms; one with less
    /// is discarded.
    pub confirm_speech_ms: u32,
    /// The longest segment, 3000 to 600000 ms. A longer one is cut at its quietest recent point.
    pub max_segment_ms: u32,
    /// How far back a cut may lie, 32 ms to half of `max_segment_ms`.
    pub cut_search_ms: u32,
    /// The probability from which a frame begins speech, 0.01 to 0.99.
    pub onset_threshold: f32,
    /// The probability from which a frame goes on with speech, 0.01 to `onset_threshold`.
    pub offset_threshold: f32,
}

impl Default for SegmentOptions {
    fn default() -> Self {
        Self {
            pre_roll_ms: 300,
            hang_over_ms: 512,
            tail_ms: 5000,
            min_speech_ms: 128,
            confirm_speech_ms: 160,
            max_segment_ms: 6000,
            cut_search_ms: 2000,
            onset_threshold: 0.5,
            offset_threshold: 0.35,
        }
    }
}

impl SegmentOptions {
    /// Every option's name.
    pub const KEYS: [&str; 9] = [
        "pre_roll_ms",
        "hang_over_ms",
        "tail_ms",
        "min_speech_ms",
        "confirm_speech_ms",
        "max_segment_ms",
        "cut_search_ms",
        "onset_threshold",
        "offset_threshold",
    ];

    /// Sets the option called `key`, for callers whose options have names at run time.
    ///
    /// # Errors
    /// Where there is no such option, or a time is not a whole number of milliseconds. Ranges
    /// are checked by [`crate::Segmenter::new`], because some hang on other options.
    pub fn set(&mut self, key: &str, value: f64) -> Result<(), Error> {
        match key {
            "pre_roll_ms" => self.pre_roll_ms = whole("pre_roll_ms", value)?,
            "hang_over_ms" => self.hang_over_ms = whole("hang_over_ms", value)?,
            "tail_ms" => self.tail_ms = whole("tail_ms", value)?,
            "min_speech_ms" => self.min_speech_ms = whole("min_speech_ms", value)?,
            "confirm_speech_ms" => self.confirm_speech_ms = whole("confirm_speech_ms", value)?,
            "max_segment_ms" => self.max_segment_ms = whole("max_segment_ms", value)?,
            "cut_search_ms" => self.cut_search_ms = whole("cut_search_ms", value)?,
            "onset_threshold" => self.onset_threshold = value as f32,
            "offset_threshold" => self.offset_threshold = value as f32,
            _ => return Err(Error::new("option", key, Self::KEYS.join(", "))),
        }
        Ok(())
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        within("pre_roll_ms", self.pre_roll_ms, 0..=1000, " ms")?;
        within("hang_over_ms", self.hang_over_ms, 32..=5000, " ms")?;
        within("tail_ms", self.tail_ms, 32..=5000, " ms")?;
        within("min_speech_ms", self.min_speech_ms, 32..=500, " ms")?;
        within(
            "confirm_speech_ms",
            self.confirm_speech_ms,
            32..=2000,
            " ms",
        )?;
        within("max_segment_ms", self.max_segment_ms, 3000..=600_000, " ms")?;
        let longest_search_ms = self.max_segment_ms / 2;
        within(
            "cut_search_ms",
            self.cut_search_ms,
            32..=longest_search_ms,
            " ms",
        )?;
        within("onset_threshold", self.onset_threshold, 0.01..=0.99, "")?;
        let onset = self.onset_threshold;
        within("offset_threshold", self.offset_threshold, 0.01..=onset, "")
    }
}

fn whole(key: &'static str, value: f64) -> Result<u32, Error> {
    let range = 0.0..=f64::from(u32::MAX);
    if value.fract() == 0.0 && range.contains(&value) {
        return Ok(value as u32);
    }
    let accepts = "whole numbers of milliseconds".to_owned();
    Err(Error::new(key, value, accepts))
}

fn within<T: PartialOrd + Display>(
    key: &'static str,
    value: T,
    accepted: RangeInclusive<T>,
    unit: &str,
) -> Result<(), Error> {
    if accepted.contains(&value) {
        return Ok(());
    }
    let (low, high) = accepted.into_inner();
    Err(Error::new(key, value, format!("{low} to {high}{unit}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(change: impl Fn(&mut SegmentOptions)) -> String {
        let mut options = SegmentOptions::default();
        change(&mut options);
        options
            .check()
            .expect_err("the options are wrong")
            .to_string()
    }

    #[test]
    fn the_defaults_are_accepted() {
        assert_eq!(SegmentOptions::default().check(), Ok(()));
    }

    #[test]
    fn an_error_names_the_key_and_what_it_accepts() {
        assert_eq!(
            message(|options| options.hang_over_ms = 5),
            "hang_over_ms is 5; it accepts 32 to 5000 ms"
        );
        assert_eq!(
            message(|options| options.onset_threshold = f32::NAN),
            "onset_threshold is NaN; it accepts 0.01 to 0.99"
        );
    }

    #[test]
    fn ranges_that_hang_on_another_option_are_checked() {
        assert_eq!(
            message(|options| options.offset_threshold = 0.6),
            "offset_threshold is 0.6; it accepts 0.01 to 0.5"
        );
        assert_eq!(
            message(|options| options.cut_search_ms = 4000),
            "cut_search_ms is 4000; it accepts 32 to 3000 ms"
        );
    }

    #[test]
    fn every_key_sets_its_own_option() {
        let mut options = SegmentOptions::default();
        for (key, value) in SegmentOptions::KEYS.into_iter().zip(1..) {
            options.set(key, f64::from(value)).expect("the key exists");
        }
        let expected = SegmentOptions {
            pre_roll_ms: 1,
            hang_over_ms: 2,
            tail_ms: 3,
            min_speech_ms: 4,
            confirm_speech_ms: 5,
            max_segment_ms: 6,
            cut_search_ms: 7,
            onset_threshold: 8.0,
            offset_threshold: 9.0,
        };
        assert_eq!(options, expected);
    }

    #[test]
    fn an_unknown_key_and_half_a_millisecond_are_refused() {
        let mut options = SegmentOptions::default();
        let unknown = options.set("hangover", 1.0).expect_err("there is none");
        assert!(
            unknown
                .to_string()
                .starts_with("option is hangover; it accepts pre_roll_ms, ")
        );
        let half = options
            .set("hang_over_ms", 1.5)
            .expect_err("it is not whole");
        assert_eq!(
            half.to_string(),
            "hang_over_ms is 1.5; it accepts whole numbers of milliseconds"
        );
    }
}
