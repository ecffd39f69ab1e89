//! The system's web view: the origins of the window's own pages, and a renderer that shows them.
use tauri::Url;

/// Origins of the window's pages on each system.
pub(crate) const ORIGINS: [&str; 3] = [
    "tauri://localhost",
    "http://tauri.localhost",
    "https://tauri.localhost",
];

/// Origin of the pages on a development server.
pub(crate) const DEVELOPMENT: &str = "http://localhost:5173";

/// True if the address is one of the window's own pages.
pub(crate) fn is_own(url: &Url) -> bool {
    let begins = |origin: &str| {
        let rest = url.as_str().strip_prefix(origin);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
    };
    ORIGINS.into_iter().any(begins) || (cfg!(dev) && begins(DEVELOPMENT))
}

/// Turns off WebKitGTK's DMABUF renderer where NVIDIA's driver is loaded: with it the window stays blank on many
/// systems. A value that the person set is kept.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the environment is the web view's only switch")]
pub(crate) fn choose_renderer() {
    const DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if std::env::var_os(DMABUF).is_none() && has_nvidia_driver(std::path::Path::new("/")) {
        // SAFETY: the program has no other thread yet.
        unsafe {
            std::env::set_var(DMABUF, "1");
        }
    }
}

/// True if the kernel under this root has loaded NVIDIA's driver; the free driver "nouveau" does not count.
#[cfg(target_os = "linux")]
fn has_nvidia_driver(root: &std::path::Path) -> bool {
    ["proc/driver/nvidia/version", "sys/module/nvidia/version"]
        .iter()
        .any(|file| root.join(file).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_are_shown() {
        for (url, own) in [
            ("tauri://localhost", true),
            ("tauri://localhost/#/play", true),
            ("tauri://localhost/together.html?x#y", true),
            ("http://tauri.localhost/index.html", true),
            ("https://tauri.localhost/", true),
            ("http://tauri.localhost:8080/", false),
            ("http://tauri.localhost.example.org/", false),
            ("http://tauri.localhost@example.org/", false),
            ("http://ann@tauri.localhost/", false),
            ("https://example.org/#tauri://localhost", false),
            ("tauri://other/", false),
            ("file:///etc/passwd", false),
            ("data:text/html,x", false),
            ("javascript:alert(1)", false),
            ("about:blank", false),
        ] {
            assert_eq!(is_own(&Url::parse(url).unwrap()), own, "{url}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nvidias_driver_is_seen_where_the_kernel_shows_it() {
        for (file, seen) in [
            ("proc/driver/nvidia/version", true),
            ("sys/module/nvidia/version", true),
            ("sys/module/nouveau/version", false),
        ] {
            let root = tempfile::tempdir().unwrap();
            assert!(!has_nvidia_driver(root.path()));
            let file = root.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "").unwrap();
            assert_eq!(has_nvidia_driver(root.path()), seen, "{}", file.display());
        }
    }
}
