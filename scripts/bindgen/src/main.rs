//! `surtitle-bindgen INPUT.wasm OUT_FOLDER NAME` writes what
//! `wasm-bindgen --target web --out-name NAME` would.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        eprintln!("usage: surtitle-bindgen INPUT.wasm OUT_FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(true);
    match bindgen.web(true).and_then(|web| web.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("surtitle-bindgen: {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
