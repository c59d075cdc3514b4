//! Properties of the timed layout, with a plain twin that lays out from nothing.

mod oracle;

use oracle::{active, is_plain};
use proptest::prelude::*;
use std::collections::BTreeMap;
use surtitle_cues::{Align, Cue, Region, Scroll, Settings, Vertical, escape, plain_text};
use surtitle_render::*;

fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        4 => "[a-z]{1,8}( [a-z]{1,8}){0,5}",
        1 => "[a-z]{60,120}",
        1 => "[一-十]{1,50}",
        1 => "[א-ת]{1,8}",
        1 => "<b>[a-z ]{1,20}</b> <ruby>漢<rt>かん</rt></ruby>",
        1 => ".{0,20}".prop_map(|text| escape(&text)),
    ];
    prop::collection::vec(line, 0..3).prop_map(|lines| lines.join("\n"))
}

fn settings() -> impl Strategy<Value = Settings> {
    let line = prop_oneof![
        4 => Just((None, true)),
        1 => (-30_i32..30).prop_map(|line| (Some(f64::from(line)), true)),
        1 => (0_u32..=100).prop_map(|line| (Some(f64::from(line)), false)),
        1 => any::<f64>().prop_map(|line| (Some(line), false)),
    ];
    let position =
        prop_oneof![3 => Just(None), 1 => (0_u32..=100).prop_map(|value| Some(f64::from(value)))];
    let size =
        prop_oneof![3 => Just(100.0), 1 => (0_u32..=100).prop_map(f64::from), 1 => any::<f64>()];
    let align = prop::sample::select(vec![
        Align::Center,
        Align::Start,
        Align::End,
        Align::Left,
        Align::Right,
    ]);
    let vertical = prop_oneof![5 => Just(Vertical::Horizontal), 1 => Just(Vertical::GrowingLeft), 1 => Just(Vertical::GrowingRight)];
    let region = prop_oneof![3 => Just(None), 1 => Just(Some("r".to_owned())), 1 => Just(Some("none".to_owned()))];
    (line, position, size, align, vertical, region).prop_map(
        |(line, position, size, align, vertical, region)| Settings {
            vertical,
            line: line.0,
            snap_to_lines: line.1,
            position,
            size,
            align,
            region,
            ..Settings::default()
        },
    )
}

fn cue(settings: impl Strategy<Value = Settings>) -> impl Strategy<Value = Cue> {
    (0_u64..100, 0_u64..40, text(), settings).prop_map(|(start_ms, length, text, settings)| Cue {
        start_ms,
        end_ms: (start_ms + length).saturating_sub(3),
        text,
        settings,
        ..Cue::default()
    })
}

fn region() -> Region {
    Region {
        id: "r".to_owned(),
        width: 50.0,
        lines: 2.0,
        scroll: Scroll::Up,
        ..Region::default()
    }
}

fn layout(cues: &[Cue]) -> TimedLayout {
    TimedLayout::new(cues.to_vec(), vec![region()], TimedOptions::default()).unwrap()
}

/// What a layout that was just made shows at a moment.
fn from_nothing(cues: &[Cue], time_ms: u64) -> BTreeMap<usize, ShownCue> {
    let mut model = TimedModel::default();
    model.apply(&layout(cues).at(time_ms)).unwrap();
    model.cues
}

fn differences(before: &BTreeMap<usize, ShownCue>, after: &BTreeMap<usize, ShownCue>) -> usize {
    let gone = before.keys().filter(|cue| !after.contains_key(cue)).count();
    let changes = |(cue, now): (&usize, &ShownCue)| match before.get(cue) {
        None => 1,
        Some(then) if then == now => 0,
        // Other lines are another cue: it goes and comes.
        Some(then) if then.lines == now.lines => 1,
        Some(_) => 2,
    };
    gone + after.iter().map(changes).sum::<usize>()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn seeking_anywhere_shows_what_a_new_layout_would_with_as_few_patches_as_can_be(
        cues in prop::collection::vec(cue(settings()), 0..30), times in prop::collection::vec(0_u64..150, 1..20),
    ) {
        let mut layout = layout(&cues);
        let mut model = TimedModel::default();
        for time_ms in times {
            let before = model.cues.clone();
            let patches = layout.at(time_ms);
            model.apply(&patches).map_err(TestCaseError::fail)?;
            prop_assert_eq!(&model.cues, &from_nothing(&cues, time_ms));
            prop_assert_eq!(patches.len(), differences(&before, &model.cues));
            prop_assert_eq!(layout.at(time_ms), Vec::new());
            let shown: BTreeMap<usize, ShownCue> = layout.shown().into_iter().map(|shown| (shown.cue, shown)).collect();
            prop_assert_eq!(&shown, &model.cues);
        }
    }

    #[test]
    fn the_active_cues_are_those_a_look_at_every_cue_finds(
        mut cues in prop::collection::vec(cue(settings()), 0..200), times in prop::collection::vec(0_u64..150, 1..20),
    ) {
        cues.iter_mut().for_each(|cue| cue.settings.region = None);
        let mut layout = layout(&cues);
        for time_ms in times {
            layout.at(time_ms);
            let mut shown: Vec<usize> = layout.shown().iter().map(|shown| shown.cue).collect();
            shown.sort_unstable();
            prop_assert_eq!(shown, active(&cues, time_ms));
            let next = layout.next_change(time_ms);
            let changes = cues.iter().filter(|cue| cue.start_ms < cue.end_ms).flat_map(|cue| [cue.start_ms, cue.end_ms]);
            prop_assert_eq!(next, changes.filter(|change| *change > time_ms).min());
            prop_assert_eq!(layout.at(next.map_or(time_ms, |next| next - 1)), Vec::new());
        }
    }

    #[test]
    fn cues_at_the_bottom_are_stacked_without_touching_while_there_is_room(
        cues in prop::collection::vec(cue(Just(Settings::default())), 1..20),
    ) {
        let mut layout = layout(&cues);
        let mut shown_at = Vec::new();
        for time_ms in 0..140 {
            layout.at(time_ms);
            shown_at.push(layout.shown());
        }
        for shown in &shown_at {
            for (index, one) in shown.iter().enumerate() {
                prop_assert!(is_plain(&cues[one.cue]));
                prop_assert!(one.area.top > 4.9 && one.area.top + one.area.height < 95.1, "{:?}", one.area);
                // Five lines among thirteen leave two in a row free, wherever they stand.
                let others: usize = shown_at[one.start_ms as usize].iter().map(|shown| shown.lines.len()).sum();
                let has_room = one.lines.len() <= 2 && others - one.lines.len() <= 5;
                for other in shown.iter().take(index).filter(|_| has_room) {
                    prop_assert!(!one.area.overlaps(&other.area), "{one:?} over {other:?}");
                }
            }
        }
    }

    #[test]
    fn lines_hold_all_the_text_and_are_no_wider_than_allowed(text in text(), max_chars in 4_usize..60) {
        let cue = Cue { start_ms: 0, end_ms: 1, text, ..Cue::default() };
        let options = TimedOptions { max_chars, ..TimedOptions::default() };
        let mut layout = TimedLayout::new(vec![cue.clone()], Vec::new(), options).unwrap();
        layout.at(0);
        let shown = layout.shown();
        let lines: Vec<Line> = shown.into_iter().flat_map(|shown| shown.lines).collect();
        let painted: String = lines.iter().flat_map(|line| line.runs.iter().map(|run| run.text.as_str())).collect();
        let dense = |text: &str| text.replace(char::is_whitespace, "");
        prop_assert_eq!(dense(&painted), dense(&plain_text(&cue.text)));
        for line in &lines {
            let width: usize = line.runs.iter().map(|run| cells(&run.text)).sum();
            prop_assert!(width <= max_chars, "{width} cells in {line:?}");
        }
    }

    #[test]
    fn a_new_size_of_font_shows_what_a_layout_made_with_it_would(
        cues in prop::collection::vec(cue(settings()), 0..10), time_ms in 0_u64..120, font_percent in 1.0_f64..20.0,
    ) {
        let options = TimedOptions { font_percent, ..TimedOptions::default() };
        let (mut layout, mut model) = (layout(&cues), TimedModel::default());
        model.apply(&layout.at(time_ms)).map_err(TestCaseError::fail)?;
        layout.configure(options).unwrap();
        model.apply(&layout.at(time_ms)).map_err(TestCaseError::fail)?;
        let mut other = TimedLayout::new(cues, vec![region()], options).unwrap();
        let mut expected = TimedModel::default();
        expected.apply(&other.at(time_ms)).map_err(TestCaseError::fail)?;
        prop_assert_eq!(model, expected);
    }
}

#[test]
fn ten_thousand_cues_are_laid_out_and_any_moment_of_them_is_found() {
    let cue = |index: u64| Cue {
        start_ms: index * 1000,
        end_ms: index * 1000 + 2500,
        text: "Some words\nthat are said".to_owned(),
        ..Cue::default()
    };
    let mut cues: Vec<Cue> = (0..10_000).map(cue).collect();
    // One that is shown all the time must not make every search look at all of them.
    cues.push(Cue {
        start_ms: 0,
        end_ms: 20_000_000,
        text: "channel".to_owned(),
        ..Cue::default()
    });
    let mut layout = layout(&cues);
    for (time_ms, count) in [
        (0, 2),
        (5_000_400, 4),
        (1_000, 3),
        (9_999_999, 3),
        (12_000_000, 1),
        (20_000_000, 0),
    ] {
        layout.at(time_ms);
        assert_eq!(layout.shown().len(), count, "at {time_ms}");
    }
}
