//! What is wrong with an option.

use std::fmt;

/// An option outside its range: the message names the key, the value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    key: &'static str,
    value: String,
    accepts: String,
}

impl Error {
    pub(crate) fn new(key: &'static str, value: impl ToString, accepts: String) -> Self {
        Self {
            key,
            value: value.to_string(),
            accepts,
        }
    }

    /// The option's name.
    pub fn key(&self) -> &'static str {
        self.key
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            value,
            accepts,
        } = self;
        write!(formatter, "{key} is {value}; it accepts {accepts}")
    }
}

impl std::error::Error for Error {}
