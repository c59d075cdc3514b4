//! Options out of their range.

/// An option with a value that it cannot have; the message names the key and what it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(String);

impl OptionError {
    /// An error for `key`, which accepts `accepts`.
    pub(crate) fn new(key: &str, value: impl std::fmt::Display, accepts: &str) -> Self {
        Self(format!("{key} is {value}: give {accepts}"))
    }
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// Checks a number against both ends of its range.
pub(crate) fn in_range(key: &str, value: f64, low: f64, high: f64) -> Result<(), OptionError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(OptionError::new(
        key,
        value,
        &format!("a number from {low} to {high}"),
    ))
}
