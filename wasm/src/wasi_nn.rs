//! The network over `wasi_ephemeral_nn` (core ABI, tensor types numbered as in witx 0.6).

use crate::network::{Answers, Encoded, Moments, Network, NetworkError};

const TYPE_F32: u8 = 1;
const TYPE_I32: u8 = 4;
const HIDDEN_SIZE: usize = 288;
const SAMPLES_PER_COLUMN: usize = 64;
const ENCODER: &str = "moonshine/encoder";
const DECODER: &str = "moonshine/decoder";

#[repr(C)]
struct Tensor {
    dimensions: *const u32,
    dimensions_len: u32,
    element_type: u8,
    data: *const u8,
    data_len: u32,
}

#[link(wasm_import_module = "wasi_ephemeral_nn")]
unsafe extern "C" {
    fn load_by_name(name: *const u8, name_len: u32, graph: *mut u32) -> u32;
    fn init_execution_context(graph: u32, context: *mut u32) -> u32;
    fn set_input(context: u32, index: u32, tensor: *const Tensor) -> u32;
    fn compute(context: u32) -> u32;
    fn get_output(context: u32, index: u32, out: *mut u8, capacity: u32, written: *mut u32) -> u32;
}

struct Context {
    name: &'static str,
    handle: u32,
}

impl Context {
    fn open(name: &'static str) -> Result<Self, NetworkError> {
        let (mut graph, mut handle) = (0, 0);
        // SAFETY: the name and the two results outlive the calls, which only read and write them.
        let status = unsafe {
            match load_by_name(name.as_ptr(), name.len() as u32, &mut graph) {
                0 => init_execution_context(graph, &mut handle),
                refused => refused,
            }
        };
        Self { name, handle }
            .checked(status, "opening")
            .map(|()| Self { name, handle })
    }

    fn set<T>(
        &self,
        index: u32,
        element_type: u8,
        shape: &[u32],
        data: &[T],
    ) -> Result<(), NetworkError> {
        let tensor = Tensor {
            dimensions: shape.as_ptr(),
            dimensions_len: shape.len() as u32,
            element_type,
            data: data.as_ptr().cast(),
            data_len: size_of_val(data) as u32,
        };
        // SAFETY: the tensor borrows `shape` and `data`, both alive until the host has copied them.
        let status = unsafe { set_input(self.handle, index, &tensor) };
        self.checked(status, "setting an input of")
    }

    fn compute(&self) -> Result<(), NetworkError> {
        // SAFETY: takes a handle only.
        self.checked(unsafe { compute(self.handle) }, "running")
    }

    /// Copies output `index` into `out`, grown to `capacity` elements, and cuts it to what came.
    fn read<T: Copy + Default>(
        &self,
        index: u32,
        capacity: usize,
        out: &mut Vec<T>,
    ) -> Result<(), NetworkError> {
        out.resize(capacity, T::default());
        let mut written = 0;
        let bytes = size_of_val(out.as_slice()) as u32;
        // SAFETY: `out` has `bytes` writable bytes and T is plain data (u32, f32).
        let status = unsafe {
            get_output(
                self.handle,
                index,
                out.as_mut_ptr().cast(),
                bytes,
                &mut written,
            )
        };
        self.checked(status, "reading an output of")?;
        out.truncate(written as usize / size_of::<T>());
        Ok(())
    }

    fn checked(&self, status: u32, action: &str) -> Result<(), NetworkError> {
        match status {
            0 => Ok(()),
            code => Err(NetworkError(format!(
                "{action} {} failed: wasi-nn status {code}",
                self.name
            ))),
        }
    }
}

/// The two named graphs of the host.
pub struct WasiNetwork {
    encoder: Context,
    decoder: Context,
    hidden_states: Vec<f32>,
    frames: usize,
}

impl WasiNetwork {
    /// Opens both graphs.
    ///
    /// # Errors
    /// [`NetworkError`] if the host does not have them.
    pub fn open() -> Result<Self, NetworkError> {
        Ok(Self {
            encoder: Context::open(ENCODER)?,
            decoder: Context::open(DECODER)?,
            hidden_states: Vec::new(),
            frames: 0,
        })
    }
}

impl Network for WasiNetwork {
    fn encode(
        &mut self,
        kept: usize,
        before: Moments,
        window: &[f32],
    ) -> Result<Encoded, NetworkError> {
        let samples = window.len() as u32;
        self.encoder.set(0, TYPE_F32, &[1, samples], window)?;
        self.encoder.set(1, TYPE_F32, &[3], &before)?;
        self.encoder.set(2, TYPE_I32, &[1], &[kept as u32])?;
        self.encoder.compute()?;
        let capacity = (window.len() / crate::SAMPLES_PER_FRAME + 1) * HIDDEN_SIZE;
        self.encoder.read(0, capacity, &mut self.hidden_states)?;
        let mut sums = Vec::new();
        let columns = window.len() / SAMPLES_PER_COLUMN + 1;
        self.encoder.read(1, 2 * columns, &mut sums)?;
        let squares = sums.split_off(sums.len() / 2);
        let frames = self.hidden_states.len() / HIDDEN_SIZE;
        self.decoder.set(3, TYPE_I32, &[1], &[kept as u32])?;
        let shape = [1, frames as u32, HIDDEN_SIZE as u32];
        self.decoder.set(2, TYPE_F32, &shape, &self.hidden_states)?;
        self.frames = kept + frames;
        Ok(Encoded {
            frames: self.frames,
            sums,
            squares,
        })
    }

    fn decode(
        &mut self,
        kept: usize,
        ids: &[u32],
        proposed: &[u32],
    ) -> Result<Answers, NetworkError> {
        let shape = [1, ids.len() as u32];
        self.decoder.set(4, TYPE_I32, &[1], &[kept as u32])?;
        self.decoder.set(0, TYPE_I32, &shape, ids)?;
        self.decoder.set(1, TYPE_I32, &shape, proposed)?;
        self.decoder.compute()?;
        let mut answers = Answers::default();
        let count = ids.len();
        self.decoder.read(0, count, &mut answers.tokens)?;
        self.decoder
            .read(1, count, &mut answers.log_probabilities)?;
        self.decoder.read(2, count, &mut answers.deficits)?;
        self.decoder
            .read(3, count * self.frames, &mut answers.attention)?;
        Ok(answers)
    }
}
