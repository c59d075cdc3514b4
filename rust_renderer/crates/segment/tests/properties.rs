//! What holds for every stream and for all options.

use proptest::prelude::*;
use surtitle_segment::{Event, Reason, SegmentOptions, Segmenter};

const FRAME: u64 = 512;

fn options() -> impl Strategy<Value = SegmentOptions> {
    let times = (
        0..=1000u32,
        32..=1500u32,
        32..=500u32,
        32..=600u32,
        32..=1500u32,
    );
    let lengths = (3000..=8000u32, 32..=1500u32);
    (times, lengths, 0.3..0.9f32, 0.1..=1.0f32).prop_map(|(times, lengths, onset, part)| {
        SegmentOptions {
            pre_roll_ms: times.0,
            hang_over_ms: times.1,
            min_speech_ms: times.2,
            confirm_speech_ms: times.3,
            tail_ms: times.4,
            max_segment_ms: lengths.0,
            cut_search_ms: lengths.1,
            onset_threshold: onset,
            offset_threshold: (onset * part).max(0.01),
        }
    })
}

/// Runs of speech, of quiet and of doubt.
fn frames() -> impl Strategy<Value = Vec<(f32, f32)>> {
    let run = (0.0..1.0f32, 1..60usize, -80.0..0.0f32);
    let jitter = prop::collection::vec((-0.3..0.3f32, -10.0..10.0f32), 60);
    prop::collection::vec((run, jitter), 1..20).prop_map(|runs| {
        let mut frames = Vec::new();
        for ((probability, count, level_db), jitter) in runs {
            frames.extend(
                jitter[..count]
                    .iter()
                    .map(|(p, level)| ((probability + p).clamp(0.0, 1.0), level_db + level)),
            );
        }
        frames
    })
}

#[derive(Debug)]
struct Segment {
    start: u64,
    end: u64,
    reason: Reason,
}

/// Runs the stream, checks that events come in pairs, and returns the closed segments.
fn segments(options: SegmentOptions, frames: &[(f32, f32)]) -> Vec<Segment> {
    let mut segmenter = Segmenter::new(options).expect("the options are right");
    let mut events: Vec<Event> = Vec::new();
    for (probability, level_db) in frames {
        events.extend(segmenter.push(*probability, *level_db));
    }
    events.extend(segmenter.flush());
    let mut closed = Vec::new();
    let mut opened = None;
    for event in events {
        match event {
            Event::Open {
                segment,
                start_sample,
            } => {
                assert_eq!(opened.replace((segment, start_sample)), None);
            }
            Event::Close {
                segment,
                start_sample,
                end_sample,
                reason,
            } => {
                assert_eq!(opened.take(), Some((segment, start_sample)));
                closed.push(Segment {
                    start: start_sample,
                    end: end_sample,
                    reason,
                });
            }
            Event::Discard {
                segment,
                start_sample,
            } => {
                assert_eq!(opened.take(), Some((segment, start_sample)));
            }
        }
    }
    assert_eq!(opened, None, "everything that opened has ended");
    closed
}

/// Frames that stand in a run at or above the onset threshold of at least `length` frames.
fn sure_speech(options: &SegmentOptions, frames: &[(f32, f32)], length: usize) -> Vec<u64> {
    let mut sure = Vec::new();
    let mut run = Vec::new();
    let ended = std::iter::once(&(0.0, 0.0));
    for (index, (probability, _)) in frames.iter().chain(ended).enumerate() {
        if *probability >= options.onset_threshold {
            run.push(index as u64);
        } else {
            if run.len() >= length {
                sure.append(&mut run);
            }
            run.clear();
        }
    }
    sure
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn segments_are_ordered_inside_the_stream_and_never_too_long(
        options in options(),
        frames in frames(),
    ) {
        let end_of_stream = frames.len() as u64 * FRAME;
        let longest = u64::from(options.max_segment_ms) * 16;
        let mut previous_end = 0;
        for segment in segments(options, &frames) {
            prop_assert!(previous_end <= segment.start, "{segment:?} after {previous_end}");
            prop_assert!(segment.start < segment.end && segment.end <= end_of_stream);
            prop_assert!(segment.end - segment.start <= longest, "{segment:?}");
            previous_end = segment.end;
        }
    }

    #[test]
    fn speech_that_is_long_enough_lies_in_a_segment(options in options(), frames in frames()) {
        let needed_ms = options.min_speech_ms.max(options.confirm_speech_ms);
        let needed = needed_ms.div_ceil(32) as usize;
        let segments = segments(options, &frames);
        for frame in sure_speech(&options, &frames, needed) {
            let (start, end) = (frame * FRAME, (frame + 1) * FRAME);
            // A cut may run through the frame: both halves are then in segments that touch.
            let covered: u64 = segments
                .iter()
                .map(|segment| segment.end.min(end).saturating_sub(segment.start.max(start)))
                .sum();
            prop_assert_eq!(covered, FRAME, "frame {} in {:?}", frame, segments);
        }
    }

    #[test]
    fn a_pause_leaves_its_tail_in_the_segment(
        options in options(),
        frames in frames(),
    ) {
        let tail = u64::from(options.hang_over_ms.min(options.tail_ms).div_ceil(32));
        for segment in segments(options, &frames) {
            if segment.reason != Reason::Pause {
                continue;
            }
            let end = segment.end / FRAME;
            for frame in end - tail.min(end)..end {
                let (probability, _) = frames[frame as usize];
                prop_assert!(
                    probability < options.offset_threshold || frame * FRAME < segment.start,
                    "frame {} of {:?}", frame, segment
                );
            }
        }
    }
}
