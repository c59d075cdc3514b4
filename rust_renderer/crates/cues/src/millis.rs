//! Milliseconds as numbers of the languages that call: a float is rounded, never refused.

use crate::timestamp::MAX_MS;
use serde::de::{Deserializer, Error, Visitor};

/// Reads milliseconds from an integer or a float; below 0 is 0, above [`MAX_MS`] is `MAX_MS`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_any(Milliseconds)
}

struct Milliseconds;

impl Visitor<'_> for Milliseconds {
    type Value = u64;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number of milliseconds")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        Ok(value.min(MAX_MS))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
        Ok(value.max(0).unsigned_abs().min(MAX_MS))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<u64, E> {
        if value.is_nan() {
            return Err(E::custom("a time in milliseconds is not a number (NaN)"));
        }
        // The conversion saturates at both ends.
        Ok((value.round() as u64).min(MAX_MS))
    }
}
