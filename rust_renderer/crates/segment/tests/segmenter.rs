//! The state machine, case by case.

use surtitle_segment::{Event, Reason, SegmentOptions, Segmenter};

const FRAME: u64 = 512;
const PRE_ROLL: u64 = 4800;

/// Events of `runs` of (probability, frames), at an even level.
fn events(options: SegmentOptions, runs: &[(f32, usize)]) -> Vec<Event> {
    let mut segmenter = Segmenter::new(options).expect("the options are right");
    let frames = runs
        .iter()
        .flat_map(|(probability, count)| std::iter::repeat_n(*probability, *count));
    let mut events: Vec<_> = frames
        .flat_map(|probability| segmenter.push(probability, -30.0))
        .collect();
    events.extend(segmenter.flush());
    events
}

fn close(segment: u64, start_sample: u64, end_sample: u64, reason: Reason) -> Event {
    Event::Close {
        segment,
        start_sample,
        end_sample,
        reason,
    }
}

fn open(segment: u64, start_sample: u64) -> Event {
    Event::Open {
        segment,
        start_sample,
    }
}

#[test]
fn silence_opens_nothing() {
    assert_eq!(events(SegmentOptions::default(), &[(0.0, 1000)]), []);
}

#[test]
fn a_segment_has_its_pre_roll_and_its_tail() {
    let start = 100 * FRAME - PRE_ROLL;
    let end = (100 + 20 + 16) * FRAME;
    assert_eq!(
        events(
            SegmentOptions::default(),
            &[(0.0, 100), (0.9, 20), (0.0, 100)]
        ),
        [open(0, start), close(0, start, end, Reason::Pause)]
    );
}

#[test]
fn of_a_long_pause_only_the_tail_is_kept_and_the_next_segment_may_reach_into_the_rest() {
    let options = SegmentOptions {
        hang_over_ms: 960,
        tail_ms: 320,
        pre_roll_ms: 800,
        ..SegmentOptions::default()
    };
    let runs = [(0.9, 20), (0.0, 40), (0.9, 20), (0.0, 12), (0.9, 20)];
    let first_end = 30 * FRAME;
    assert_eq!(
        events(options, &runs),
        [
            open(0, 0),
            close(0, 0, first_end, Reason::Pause),
            open(1, 60 * FRAME - 12_800),
            close(1, 60 * FRAME - 12_800, 112 * FRAME, Reason::End),
        ]
    );
}

#[test]
fn the_end_of_the_tail_stands_still_in_a_pause_and_goes_on_with_speech() {
    let options = SegmentOptions {
        hang_over_ms: 960,
        tail_ms: 320,
        ..SegmentOptions::default()
    };
    let mut segmenter = Segmenter::new(options).expect("the options are right");
    let mut tail_end_after = |probability: f32, frames: usize| {
        for _ in 0..frames {
            segmenter.push(probability, -30.0);
        }
        segmenter.tail_end() / FRAME
    };
    assert_eq!(tail_end_after(0.0, 3), 3);
    assert_eq!(tail_end_after(0.9, 20), 23);
    assert_eq!(tail_end_after(0.0, 10), 33);
    assert_eq!(tail_end_after(0.0, 15), 33);
    assert_eq!(tail_end_after(0.9, 1), 49);
}

#[test]
fn speech_from_the_first_sample_to_the_last_is_one_whole_segment() {
    assert_eq!(
        events(SegmentOptions::default(), &[(0.9, 50)]),
        [open(0, 0), close(0, 0, 50 * FRAME, Reason::End)]
    );
}

#[test]
fn a_lone_yes_survives_and_a_blip_does_not() {
    let yes = events(SegmentOptions::default(), &[(0.0, 50), (0.9, 8), (0.0, 50)]);
    assert_eq!(yes.len(), 2, "{yes:?}");
    let blip = events(SegmentOptions::default(), &[(0.0, 50), (0.9, 3), (0.0, 50)]);
    assert_eq!(blip, []);
}

#[test]
fn what_opened_with_too_little_speech_is_discarded() {
    let options = SegmentOptions {
        min_speech_ms: 64,
        confirm_speech_ms: 160,
        ..SegmentOptions::default()
    };
    let start_sample = 50 * FRAME - PRE_ROLL;
    assert_eq!(
        events(options, &[(0.0, 50), (0.9, 3), (0.0, 50)]),
        [
            open(0, start_sample),
            Event::Discard {
                segment: 0,
                start_sample
            }
        ]
    );
}

#[test]
fn a_frame_between_the_thresholds_goes_on_with_speech_but_does_not_begin_it() {
    let options = SegmentOptions::default();
    assert_eq!(events(options, &[(0.4, 100)]), []);
    assert_eq!(
        events(options, &[(0.9, 10), (0.4, 100)]),
        [open(0, 0), close(0, 0, 110 * FRAME, Reason::End)]
    );
}

#[test]
fn a_pause_shorter_than_the_hang_over_does_not_split() {
    assert_eq!(
        events(
            SegmentOptions::default(),
            &[(0.9, 20), (0.0, 15), (0.9, 20), (0.0, 16)]
        ),
        [open(0, 0), close(0, 0, 71 * FRAME, Reason::Pause)]
    );
}

#[test]
fn a_pre_roll_never_reaches_into_the_segment_before() {
    let options = SegmentOptions {
        hang_over_ms: 64,
        ..SegmentOptions::default()
    };
    let got = events(options, &[(0.9, 10), (0.0, 4), (0.9, 10)]);
    assert_eq!(
        got,
        [
            open(0, 0),
            close(0, 0, 12 * FRAME, Reason::Pause),
            open(1, 12 * FRAME),
            close(1, 12 * FRAME, 24 * FRAME, Reason::End)
        ]
    );
}

#[test]
fn a_cut_falls_on_the_quietest_frame_and_the_next_segment_goes_on_there() {
    let mut segmenter = Segmenter::new(SegmentOptions::default()).expect("the options are right");
    let events: Vec<_> = (0..200)
        .flat_map(|frame| {
            let level_db = if frame == 150 { -60.0 } else { -20.0 };
            segmenter.push(0.9, level_db)
        })
        .collect();
    let cut = 150 * FRAME + FRAME / 2;
    assert_eq!(
        events,
        [open(0, 0), close(0, 0, cut, Reason::Cut), open(1, cut)]
    );
}

#[test]
fn what_goes_on_from_a_cut_is_discarded_only_if_it_holds_no_speech() {
    let options = SegmentOptions::default();
    let last = |runs: &[(f32, usize)]| events(options, runs).pop();
    let silent_rest = last(&[(0.9, 180), (0.0, 40)]);
    assert!(
        matches!(silent_rest, Some(Event::Discard { .. })),
        "{silent_rest:?}"
    );
    let one_frame_of_speech = last(&[(0.9, 180), (0.0, 7), (0.9, 1), (0.0, 40)]);
    let closed = Some(Reason::Pause);
    let reason = match one_frame_of_speech {
        Some(Event::Close { reason, .. }) => Some(reason),
        _ => None,
    };
    assert_eq!(reason, closed);
}

#[test]
fn a_probability_that_is_not_a_number_is_no_speech() {
    assert_eq!(events(SegmentOptions::default(), &[(f32::NAN, 100)]), []);
}

#[test]
fn a_stream_goes_on_after_a_flush() {
    let mut segmenter = Segmenter::new(SegmentOptions::default()).expect("the options are right");
    let mut all: Vec<_> = (0..20).flat_map(|_| segmenter.push(0.9, -20.0)).collect();
    all.extend(segmenter.flush());
    all.extend((0..20).flat_map(|_| segmenter.push(0.9, -20.0)));
    all.extend(segmenter.flush());
    let middle = 20 * FRAME;
    assert_eq!(
        all,
        [
            open(0, 0),
            close(0, 0, middle, Reason::End),
            open(1, middle),
            close(1, middle, 2 * middle, Reason::End)
        ]
    );
}

#[test]
fn speech_already_heard_behind_a_cut_counts_for_what_goes_on() {
    let options = SegmentOptions::default();
    let got = events(options, &[(0.9, 150), (0.0, 1), (0.9, 36), (0.0, 40)]);
    let cut = 150 * FRAME + FRAME / 2;
    assert_eq!(
        got[1..],
        [
            close(0, 0, cut, Reason::Cut),
            open(1, cut),
            close(1, cut, 203 * FRAME, Reason::Pause)
        ]
    );
}

#[test]
fn the_second_half_of_a_last_frame_of_speech_that_is_cut_is_not_discarded() {
    // The cut falls into the quietest frame, the last one of the speech; after it all is silence
    // that is louder, as in a room with a fan.
    let mut segmenter = Segmenter::new(SegmentOptions::default()).expect("the options are right");
    let mut events = Vec::new();
    for frame in 0..260 {
        let (probability, level_db) = match frame {
            0..180 => (0.9, -10.0),
            180 => (0.5, -60.0),
            _ => (0.3, -10.0),
        };
        events.extend(segmenter.push(probability, level_db));
    }
    let cut = 180 * FRAME + FRAME / 2;
    assert_eq!(events[1], close(0, 0, cut, Reason::Cut));
    assert!(
        matches!(events[3], Event::Close { segment: 1, start_sample, .. } if start_sample == cut),
        "{events:?}"
    );
}
