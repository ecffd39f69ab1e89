//! The browser's private file system, for SQLite and for reading damaged files without SQLite. Knows no store.
#[cfg(target_family = "wasm")]
mod pool {
    use damier_core::{ApiError, ErrorKind};
    use damier_store::RawFiles;
    use damier_wasm::thrown;
    use rsqlite_vfs::transfer::{DbTransfer, ExportSource};
    use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolCfg, OpfsSAHPoolUtil, install};
    use std::io::{Read, Seek, SeekFrom};
    use std::path::Path;
    use wasm_bindgen::JsValue;

    /// Files that SQLite sees.
    pub(crate) struct Files(OpfsSAHPoolUtil);

    impl Files {
        pub(crate) async fn reach() -> Result<Files, JsValue> {
            let pool = install::<sqlite_wasm_rs::WasmOsCallback>(&OpfsSAHPoolCfg::default(), true).await;
            pool.map(Files).map_err(|e| {
                // Error messages for a file that another worker has open; the second is Safari's.
                let held = matches!(&e, OpfsSAHError::Opfs { message, .. }
                    if message.starts_with("NoModificationAllowedError") || message.ends_with("AccessHandle is active"));
                let kind = match &e {
                    _ if held => ErrorKind::Busy,
                    // Damage, although the browser has files.
                    OpfsSAHError::InvalidHeader { .. } => ErrorKind::Damaged,
                    _ => ErrorKind::Storage,
                };
                thrown(&ApiError::new(kind, e.to_string()))
            })
        }

        /// Reads a closed file directly. SQLite has already merged its journal.
        pub(crate) fn raw(&self, path: &Path) -> Option<RawFiles> {
            let name = path.to_str()?.to_owned();
            let size = self.0.open_export(&name).ok()?.size();
            let pool = self.0.clone();
            let main = Box::new(PoolFile {
                pool,
                name,
                size,
                at: 0,
            });
            Some(RawFiles { main, wal: None })
        }
    }

    struct PoolFile {
        pool: OpfsSAHPoolUtil,
        name: String,
        size: u64,
        at: u64,
    }

    impl Read for PoolFile {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            // Opened for each read: SQLite can open nothing while it is open.
            let mut file = self.pool.open_export(&self.name).map_err(std::io::Error::other)?;
            let got = file.read_at(self.at, into).map_err(std::io::Error::other)?;
            self.at += got as u64;
            Ok(got)
        }
    }

    impl Seek for PoolFile {
        fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
            let at = match to {
                SeekFrom::Start(at) => Some(at),
                SeekFrom::End(by) => self.size.checked_add_signed(by),
                SeekFrom::Current(by) => self.at.checked_add_signed(by),
            };
            self.at = at.ok_or(std::io::ErrorKind::InvalidInput)?;
            Ok(self.at)
        }
    }
}

/// On other systems SQLite uses the system's files.
#[cfg(not(target_family = "wasm"))]
mod pool {
    use damier_store::RawFiles;
    use std::path::Path;
    use wasm_bindgen::JsValue;

    pub(crate) struct Files;

    impl Files {
        pub(crate) fn reach() -> std::future::Ready<Result<Files, JsValue>> {
            std::future::ready(Ok(Files))
        }

        pub(crate) fn raw(&self, path: &Path) -> Option<RawFiles> {
            let main = Box::new(std::fs::File::open(path).ok()?);
            Some(RawFiles { main, wal: None })
        }
    }
}

pub(crate) use pool::Files;
