//! `damier-bindgen MODULE.wasm NAME FOLDER`: writes FOLDER/NAME.js and FOLDER/NAME_bg.wasm. Knows nothing of what is in them.
//!
//! The library behind wasm-bindgen's own program, which is bound to the exact version that the module was built with.
use std::env;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = arguments.as_slice() else {
        eprintln!("usage: damier-bindgen MODULE.wasm NAME FOLDER");
        return ExitCode::from(2);
    };
    match write(module, name, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("damier-bindgen: {module}: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn write(module: &str, name: &str, folder: &str) -> Result<(), Box<dyn std::error::Error>> {
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // Without it the module would have to be told where its own .wasm is.
        .omit_default_module_path(false)
        .generate(folder)?;
    Ok(())
}
