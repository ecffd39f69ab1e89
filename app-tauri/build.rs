//! Generates the window's context. Pages can call only the commands named here.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&[
        "call",
        "search",
        "stop",
        "save",
        "save_bytes",
        "opened",
        "read_opened",
        "set_menu",
        "show_logs",
        "crash_report",
        "forget_crash_report",
        "host_on",
        "host_off",
        "dxp_begin",
        "dxp_act",
        "dxp_end",
        "engines",
        "add_engine",
        "set_engine",
        "forget_engine",
        "engine_search",
        "phone",
    ]);
    let attributes = tauri_build::Attributes::new().app_manifest(commands);
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("android") {
        // Android has memory pages of 16 kB too. Its tools before NDK 28 link for 4 kB alone.
        println!("cargo::rustc-link-arg-cdylib=-Wl,-z,max-page-size=16384");
    }
    tauri_build::try_build(attributes)
        .expect("tauri.conf.json and the capabilities are checked in and valid");
}
