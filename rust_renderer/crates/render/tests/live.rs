//! Properties of the live layout, on streams of words as a recogniser gives them.

mod oracle;

use oracle::{naive_patch_count, wrapped};
use proptest::prelude::*;
use surtitle_render::*;

/// One step of a stream.
#[derive(Clone, Debug)]
enum Step {
    Append(String),
    Change(usize, String),
    Insert(usize, String),
    WithdrawTail(usize),
    Commit(usize),
    Finish(usize),
    Tick(u32),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z]{1,9}",
        1 => "[a-z]{20,60}",
        1 => "[一-十]{1,6}",
        1 => "[あ-ん]{15,40}",
        1 => Just("👩‍👩‍👧e\u{301}".to_owned()),
        1 => Just("שלום".to_owned()),
        1 => Just(" a\nb\t".to_owned()),
        1 => Just(String::new()),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => text().prop_map(Step::Append),
        3 => (0_usize..30, text()).prop_map(|(at, text)| Step::Change(at, text)),
        1 => (0_usize..30, text()).prop_map(|(at, text)| Step::Insert(at, text)),
        1 => (1_usize..4).prop_map(Step::WithdrawTail),
        2 => (1_usize..10).prop_map(Step::Commit),
        1 => (1_usize..30).prop_map(Step::Finish),
        1 => (0_u32..3000).prop_map(Step::Tick),
    ]
}

fn options() -> impl Strategy<Value = LiveOptions> {
    (8_usize..44, 2_usize..=4).prop_map(|(max_chars, max_rows)| LiveOptions {
        max_chars,
        max_rows,
        hang_ms: Some(1500.0),
    })
}

/// The recogniser's side of a stream.
#[derive(Default)]
struct Stream {
    words: Vec<Word>,
    next_id: u64,
    now_ms: f64,
}

impl Stream {
    fn word(&mut self, text: &str) -> Word {
        self.next_id += 1;
        Word {
            id: self.next_id,
            text: text.to_owned(),
            committed: false,
        }
    }

    /// Takes a step; gives the ids it withdrew.
    fn step(&mut self, step: &Step) -> Vec<u64> {
        let committed = self.words.iter().take_while(|word| word.committed).count();
        let tentative = self.words.len() - committed;
        match step {
            Step::Append(text) => {
                let word = self.word(text);
                self.words.push(word);
            }
            Step::Change(at, text) if tentative > 0 => {
                self.words[committed + at % tentative].text.clone_from(text)
            }
            Step::Insert(at, text) => {
                let word = self.word(text);
                self.words.insert(committed + at % (tentative + 1), word);
            }
            Step::WithdrawTail(count) => {
                let from = self.words.len() - tentative.min(*count);
                return self
                    .words
                    .split_off(from)
                    .iter()
                    .map(|word| word.id)
                    .collect();
            }
            Step::Commit(count) => self
                .words
                .iter_mut()
                .take(committed + count)
                .for_each(|word| word.committed = true),
            Step::Finish(count) => drop(self.words.drain(..committed.min(*count))),
            Step::Tick(elapsed_ms) => self.now_ms += f64::from(*elapsed_ms),
            Step::Change(..) => {}
        }
        Vec::new()
    }
}

fn row_of(rows: &[Row], key: Key) -> Option<u64> {
    rows.iter()
        .find(|row| row.items.iter().any(|item| item.key == key))
        .map(|row| row.row)
}

fn width(row: &Row) -> usize {
    row.items
        .iter()
        .enumerate()
        .map(|(index, item)| cells(&item.text) + usize::from(index > 0 && !item.glue))
        .sum()
}

/// The width a row would have if its words took the texts they have in the list.
fn width_wanted(row: &Row, words: &[Word]) -> usize {
    let mut texts: Vec<(u64, String)> = Vec::new();
    for item in &row.items {
        let listed = words.iter().find(|word| word.id == item.key.id);
        match texts.last_mut().filter(|(id, _)| *id == item.key.id) {
            Some((_, text)) if listed.is_none() => text.push_str(&item.text),
            Some(_) => {}
            None => texts.push((
                item.key.id,
                listed.map_or(item.text.clone(), |word| word.text.clone()),
            )),
        }
    }
    texts.iter().map(|(_, text)| cells(text) + 1).sum()
}

/// The width of the words that come up before a word that is shown.
fn width_inserted(before: &[Row], words: &[Word]) -> usize {
    let is_shown = |word: &Word| {
        before
            .iter()
            .any(|row| row.items.iter().any(|item| item.key.id == word.id))
    };
    let last_shown = words.iter().rposition(is_shown).unwrap_or(0);
    let inserted = words.iter().take(last_shown).filter(|word| !is_shown(word));
    inserted.map(|word| cells(&word.text) + 1).sum()
}

/// Words stand in the row they stood in, unless with the texts of now, and with the word that came
/// in between, a row was wider than the hard limit.
fn check_places(
    before: &[Row],
    after: &[Row],
    words: &[Word],
    inserted: usize,
    hard: usize,
) -> Result<(), TestCaseError> {
    let widest = before
        .iter()
        .map(|row| width_wanted(row, words) + inserted)
        .max()
        .unwrap_or(0);
    // A word wider than a row has parts in several, and they grow into each other.
    let has_parts = words.iter().any(|word| cells(&word.text) > hard * 4 / 5);
    for row in before.iter().filter(|_| widest <= hard && !has_parts) {
        for item in &row.items {
            let place = row_of(after, item.key);
            prop_assert!(
                place.is_none() || place == Some(row.row),
                "{:?} moved",
                item.key
            );
        }
    }
    Ok(())
}

fn check_shape(rows: &[Row], options: &LiveOptions) -> Result<(), TestCaseError> {
    let hard = options.max_chars + options.max_chars / 4;
    prop_assert!(rows.len() <= options.max_rows);
    prop_assert!(rows.is_sorted_by_key(|row| row.row));
    for row in rows {
        prop_assert!(
            width(row) <= hard || row.items.len() == 1,
            "{} cells in {row:?}",
            width(row)
        );
    }
    let emptied = rows
        .iter()
        .rev()
        .skip(1)
        .filter(|row| row.items.is_empty())
        .count();
    prop_assert_eq!(emptied, 0);
    Ok(())
}

/// The words that are listed and shown are shown in the order of the list.
fn check_order(rows: &[Row], words: &[Word]) -> Result<(), TestCaseError> {
    let shown: Vec<u64> = rows
        .iter()
        .flat_map(|row| row.items.iter().map(|item| item.key.id))
        .collect();
    let mut listed: Vec<u64> = shown
        .into_iter()
        .filter(|id| words.iter().any(|word| word.id == *id))
        .collect();
    listed.dedup();
    let order: Vec<u64> = words
        .iter()
        .map(|word| word.id)
        .filter(|id| listed.contains(id))
        .collect();
    prop_assert_eq!(listed, order);
    Ok(())
}

fn run(options: LiveOptions, steps: &[Step], with_withdrawn: bool) -> Result<(), TestCaseError> {
    let mut layout = LiveLayout::new(options).unwrap();
    let (mut stream, mut model) = (Stream::default(), LiveModel::default());
    for step in steps {
        let withdrawn = stream.step(step);
        let before = model.rows.clone();
        let list = with_withdrawn.then_some(withdrawn.as_slice());
        let patches = match step {
            Step::Tick(_) => layout.tick(stream.now_ms),
            _ => layout.apply(&stream.words, stream.now_ms, list),
        };
        model.apply(&patches).map_err(TestCaseError::fail)?;
        prop_assert_eq!(model.rows.as_slice(), layout.rows());
        prop_assert_eq!(
            patches.len(),
            naive_patch_count(&before, &model.rows),
            "{:?}",
            patches
        );
        check_shape(&model.rows, &options)?;
        check_order(&model.rows, &stream.words)?;
        let inserted = width_inserted(&before, &stream.words);
        check_places(
            &before,
            &model.rows,
            &stream.words,
            inserted,
            options.max_chars + options.max_chars / 4,
        )?;
        if !matches!(step, Step::Tick(_)) {
            prop_assert_eq!(
                layout.apply(&stream.words, stream.now_ms, Some(&[])),
                Vec::new(),
                "the same words again"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn patches_reproduce_the_state_and_are_as_few_as_can_be(
        options in options(), steps in prop::collection::vec(step(), 1..60), with_withdrawn in any::<bool>(),
    ) {
        run(options, &steps, with_withdrawn)?;
    }

    #[test]
    fn words_that_only_come_up_are_broken_as_if_laid_out_from_nothing(
        options in options(), texts in prop::collection::vec(text(), 1..40),
    ) {
        let mut layout = LiveLayout::new(options).unwrap();
        let mut words = Vec::new();
        for (id, text) in (0..).zip(&texts) {
            words.push(Word { id, text: text.clone(), committed: false });
            layout.apply(&words, 0.0, None);
        }
        let shown: Vec<String> = layout.rows().iter().map(oracle::row_text).collect();
        let all = wrapped(&texts, options.max_chars);
        prop_assert_eq!(shown.as_slice(), &all[all.len().saturating_sub(options.max_rows)..]);
    }
}
