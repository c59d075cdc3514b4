//! The exports, for a host that has a linear memory and little else.
//!
//! One guest serves one stream and one thread. The order of calls: `tokenizer_buffer`, fill it,
//! `open`; then for every tick `audio_buffer`, fill it, `recognise`, and read `result_pointer` and
//! `result_length`. Every status is 0 for success; otherwise the result is a message in UTF-8.
//! Pointers hold until the next call; the memory may grow in any call.

use std::cell::RefCell;

use crate::SAMPLE_RATE_HZ;
use crate::json;
use crate::recogniser::{Pass, Recogniser};
use crate::tokenizer::Tokenizer;
use crate::wasi_nn::WasiNetwork;

/// A segment is at most this long; a host that sends more has lost its segmenter.
const LONGEST_SAMPLES: usize = 40 * SAMPLE_RATE_HZ;
const LARGEST_TOKENIZER_BYTES: usize = 1 << 22;

#[derive(Default)]
struct Guest {
    tokenizer: Vec<u8>,
    audio: Vec<f32>,
    result: String,
    recogniser: Option<Recogniser<WasiNetwork>>,
}

thread_local! {
    static GUEST: RefCell<Guest> = RefCell::default();
}

/// Room for `bytes` bytes of `tokenizer.bin`; null if that is absurdly many.
#[unsafe(no_mangle)]
pub extern "C" fn tokenizer_buffer(bytes: usize) -> *mut u8 {
    if bytes > LARGEST_TOKENIZER_BYTES {
        return std::ptr::null_mut();
    }
    GUEST.with_borrow_mut(|guest| {
        guest.tokenizer.resize(bytes, 0);
        guest.tokenizer.as_mut_ptr()
    })
}

/// Room for `samples` samples (f32, 16 kHz); null if that is longer than any segment.
#[unsafe(no_mangle)]
pub extern "C" fn audio_buffer(samples: usize) -> *mut f32 {
    if samples > LONGEST_SAMPLES {
        return std::ptr::null_mut();
    }
    GUEST.with_borrow_mut(|guest| {
        guest.audio.resize(samples, 0.0);
        guest.audio.as_mut_ptr()
    })
}

/// Reads the tokenizer and opens the host's graphs.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> i32 {
    GUEST.with_borrow_mut(|guest| {
        let opened = Tokenizer::parse(&guest.tokenizer)
            .map_err(|error| error.to_string())
            .and_then(|tokenizer| {
                let network = WasiNetwork::open().map_err(|error| error.to_string())?;
                Ok(Recogniser::new(network, tokenizer))
            });
        guest.tokenizer = Vec::new();
        match opened {
            Ok(recogniser) => {
                guest.recogniser = Some(recogniser);
                guest.finish(Ok(String::new()))
            }
            Err(message) => guest.finish(Err(message)),
        }
    })
}

/// Recognises the audio buffer: all of segment `segment` so far (`pass` 0), all of it (1), or all
/// of it up to where it is cut and the next segment goes on (2). The audio begins as much earlier
/// as the last cut asked for in `context_samples`. The result is JSON (see [`json::write`]).
#[unsafe(no_mangle)]
pub extern "C" fn recognise(segment: u32, pass: u32) -> i32 {
    let pass = match pass {
        0 => Pass::Open,
        1 => Pass::Final,
        _ => Pass::Cut,
    };
    GUEST.with_borrow_mut(|guest| {
        let Guest {
            audio, recogniser, ..
        } = guest;
        let outcome = match recogniser {
            None => Err("recognise was called before open".to_owned()),
            Some(recogniser) => recogniser
                .recognise(audio, segment, pass)
                .map(|recognition| json::write(&recognition))
                .map_err(|error| error.to_string()),
        };
        guest.finish(outcome)
    })
}

/// Where the last result (or message) begins.
#[unsafe(no_mangle)]
pub extern "C" fn result_pointer() -> *const u8 {
    GUEST.with_borrow(|guest| guest.result.as_ptr())
}

/// The length of the last result (or message) in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    GUEST.with_borrow(|guest| guest.result.len())
}

impl Guest {
    fn finish(&mut self, outcome: Result<String, String>) -> i32 {
        let status = i32::from(outcome.is_err());
        self.result = outcome.unwrap_or_else(|message| message);
        status
    }
}
