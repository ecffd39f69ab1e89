//! `damier-bindgen MODULE.wasm NAME FOLDER`: writes FOLDER/NAME.js with its types, FOLDER/NAME.d.ts, and FOLDER/NAME_bg.wasm.
//! Knows nothing of what is in them.
//!
//! The library behind wasm-bindgen's own program, which is bound to the exact version that the module was built with.
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};
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
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // Without it the module would have to be told where its own .wasm is.
        .omit_default_module_path(false)
        .generate(folder)?;
    let types = Path::new(folder).join(format!("{name}.d.ts"));
    fs::write(&types, classes_alone(&fs::read_to_string(&types)?))?;
    Ok(())
}

/// The types of the classes. What else is in the module differs from one compiler to the next, and nobody asks for it.
fn classes_alone(types: &str) -> String {
    let end = types.find("export type InitInput").unwrap_or(types.len());
    let classes = types[..end].trim_end();
    format!(
        "{classes}\n\nexport default function init(from?: {{ module_or_path?: WebAssembly.Module; memory?: WebAssembly.Memory }}): \
         Promise<{{ memory: WebAssembly.Memory }}>;\n"
    )
}
