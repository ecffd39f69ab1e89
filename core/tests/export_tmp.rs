//! x
use ts_rs::TS;
#[test]
fn export() {
    let config = ts_rs::Config::from_env();
    damier_core::Calls::export_all(&config).unwrap();
    damier_core::together::GuestMessage::export_all(&config).unwrap();
    damier_core::together::HostMessage::export_all(&config).unwrap();
}
