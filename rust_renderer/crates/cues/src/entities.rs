//! HTML character references, which WebVTT cue text may hold (HTML 13.2.5.72 and on).

/// Every name of the HTML standard, sorted, one a line: the name, `;` where it needs its semicolon
/// or `?` where it may do without, and its code points in hexadecimal.
/// Made from CPython's `html.entities.html5`, which holds the WHATWG's list.
const TABLE: &str = include_str!("entities.txt");

/// The longest name of the table.
const LONGEST_NAME: usize = 31;

/// Reads a reference whose `&` has been taken off: what it stands for and how many bytes it took.
pub(crate) fn consume(input: &str) -> Option<(String, usize)> {
    match input.strip_prefix('#') {
        Some(number) => numeric(number).map(|(text, length)| (text, length + 1)),
        None => named(input),
    }
}

fn named(input: &str) -> Option<(String, usize)> {
    let length = input
        .bytes()
        .take(LONGEST_NAME + 1)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let name = input.get(..length)?;
    if input.get(length..)?.starts_with(';')
        && let Some((text, _)) = lookup(name)
    {
        return Some((text, length + 1));
    }
    (1..=length).rev().find_map(|shorter| {
        let (text, may_lack_semicolon) = lookup(name.get(..shorter)?)?;
        may_lack_semicolon.then_some((text, shorter))
    })
}

/// Bisects the table by byte offset; each probe is widened to the line it falls on.
fn lookup(name: &str) -> Option<(String, bool)> {
    let (mut low, mut high) = (0, TABLE.len());
    while low < high {
        let middle = low.midpoint(high);
        let start = TABLE
            .get(..middle)?
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let line = TABLE.get(start..)?.lines().next()?;
        let split = line.find([';', '?'])?;
        let (key, value) = line.split_at_checked(split)?;
        match name.cmp(key) {
            std::cmp::Ordering::Less => high = start,
            std::cmp::Ordering::Greater => low = start + line.len() + 1,
            std::cmp::Ordering::Equal => {
                return Some((code_points(value.get(1..)?), value.starts_with('?')));
            }
        }
    }
    None
}

fn code_points(hexadecimal: &str) -> String {
    let parse = |point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32);
    hexadecimal.split(' ').filter_map(parse).collect()
}

fn numeric(input: &str) -> Option<(String, usize)> {
    let (digits, radix, prefix) = match input.strip_prefix(['x', 'X']) {
        Some(rest) => (rest, 16, 1),
        None => (input, 10, 0),
    };
    let length = digits
        .chars()
        .take_while(|digit| digit.is_digit(radix))
        .count();
    if length == 0 {
        return None;
    }
    let value = digits
        .chars()
        .take(length)
        .filter_map(|digit| digit.to_digit(radix));
    let code = value.fold(0_u32, |code, digit| {
        code.saturating_mul(radix).saturating_add(digit)
    });
    let semicolon = usize::from(
        digits
            .get(length..)
            .is_some_and(|rest| rest.starts_with(';')),
    );
    Some((character(code).to_string(), prefix + length + semicolon))
}

/// Code points 0x80 to 0x9F stand for the characters of windows-1252 (HTML 13.2.5.80).
fn character(code: u32) -> char {
    const WINDOWS_1252: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => WINDOWS_1252
            .get(code as usize - 0x80)
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_found() {
        for line in TABLE.lines() {
            let split = line.find([';', '?']).unwrap();
            let name = &line[..split];
            assert!(name.len() <= LONGEST_NAME);
            let (text, length) = consume(&format!("{name};")).unwrap();
            assert!(!text.is_empty(), "{name}");
            assert_eq!(length, name.len() + 1);
        }
    }

    #[test]
    fn a_name_without_semicolon_counts_only_where_html_allows_it() {
        assert_eq!(consume("ampere"), Some(("&".into(), 3)));
        assert_eq!(consume("notit;"), Some(("¬".into(), 3)));
        assert_eq!(consume("hearts"), None);
        assert_eq!(consume(""), None);
    }

    #[test]
    fn numbers_out_of_range_become_the_replacement_character() {
        assert_eq!(consume("#0;"), Some(("\u{FFFD}".into(), 3)));
        assert_eq!(consume("#xD800;"), Some(("\u{FFFD}".into(), 7)));
        assert_eq!(consume("#99999999999;"), Some(("\u{FFFD}".into(), 13)));
        assert_eq!(consume("#x80"), Some(("€".into(), 4)));
        assert_eq!(consume("#x;"), None);
    }
}
