import init from '../generated/native/surtitle_web.js';
import wasmUrl from '../generated/native/surtitle_web_bg.wasm?url';

/** Loads the Rust core into this thread; its classes can be used afterwards. */
export async function initNative(): Promise<void> {
  await init({ module_or_path: fetch(wasmUrl) });
}
