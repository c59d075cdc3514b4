//! Times as text. Milliseconds are whole numbers: both formats have exactly three decimals, and
//! integers survive any number of round trips.

/// The largest time: 2^53 − 1 ms, the largest integer that every language here can hold.
pub const MAX_MS: u64 = (1 << 53) - 1;

/// Takes ASCII digits off the front; gives their value (saturated) and how many there were.
pub(crate) fn digits(input: &str) -> (u64, usize, &str) {
    let length = input.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = input.split_at_checked(length).unwrap_or((input, ""));
    let value = number.bytes().fold(0_u64, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    });
    (value, length, rest)
}

/// Two digits, no more and no fewer, after `separator`.
fn two_digits(input: &str, separator: char) -> Option<(u64, &str)> {
    let (value, length, rest) = digits(input.strip_prefix(separator)?);
    (length == 2).then_some((value, rest))
}

/// "Collect a WebVTT timestamp" (WebVTT 6.3): the time in milliseconds and what follows it.
pub(crate) fn collect(input: &str) -> Option<(u64, &str)> {
    let (first, first_length, rest) = digits(input);
    if first_length == 0 {
        return None;
    }
    let (second, rest) = two_digits(rest, ':')?;
    let with_hours = first_length != 2 || first > 59 || rest.starts_with(':');
    let (hours, minutes, seconds, rest) = if with_hours {
        let (third, rest) = two_digits(rest, ':')?;
        (first, second, third, rest)
    } else {
        (0, first, second, rest)
    };
    let (fraction, fraction_length, rest) = digits(rest.strip_prefix('.')?);
    if fraction_length != 3 || minutes > 59 || seconds > 59 {
        return None;
    }
    Some((from_parts(hours, minutes, seconds, fraction), rest))
}

/// Milliseconds of a time in parts, no larger than [`MAX_MS`].
pub(crate) fn from_parts(hours: u64, minutes: u64, seconds: u64, milliseconds: u64) -> u64 {
    let parts = [
        (hours, 3_600_000),
        (minutes, 60_000),
        (seconds, 1000),
        (milliseconds, 1),
    ];
    parts
        .iter()
        .fold(0_u64, |sum, (value, unit)| {
            sum.saturating_add(value.saturating_mul(*unit))
        })
        .min(MAX_MS)
}

/// `HH:MM:SS` and three decimals after `separator` (`.` in WebVTT, `,` in SRT).
pub(crate) fn format(milliseconds: u64, separator: char) -> String {
    let ms = milliseconds.min(MAX_MS);
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!(
        "{hours:02}:{minutes:02}:{seconds:02}{separator}{:03}",
        ms % 1000
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_with_and_without_hours() {
        assert_eq!(collect("01:02.003"), Some((62_003, "")));
        assert_eq!(collect("1:00:00.000x"), Some((3_600_000, "x")));
        assert_eq!(collect("60:00:01.000"), Some((216_001_000, "")));
    }

    #[test]
    fn a_time_out_of_form_is_refused() {
        for bad in [
            "",
            "1",
            "00:00",
            "0:00.000",
            "00:60.000",
            "00:00.00",
            "00:00.0000",
            "60:00.000",
            "00:00,000",
        ] {
            assert_eq!(collect(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn hours_without_end_saturate() {
        let huge = format!("{}:00:00.000", "9".repeat(400));
        assert_eq!(collect(&huge), Some((MAX_MS, "")));
        assert_eq!(collect(&format(MAX_MS, '.')), Some((MAX_MS, "")));
    }
}
