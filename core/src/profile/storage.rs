//! Calls for a store whose file cannot be written: the app continues in memory and retries.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::view;
use damier_store::{Store, StoreError, WriteBack};

view! {
    /// `goOnInMemory {why}` → `KeepingView`: continues in memory after a disk error (`full`, `readOnly`, `denied`,
    /// `gone`, `storage`). The failed call can be repeated; nothing is lost, and nothing is written to the disk.
    pub struct GoOnInMemory { pub why: ErrorKind }
}
view! {
    /// `keepAgain {}` → `KeepingView`: tries to write the changes in memory to the file. Call it from time to time.
    pub struct KeepAgain {}
}
view! {
    /// `checkStep {}` → `CheckStepView`: checks the store for some milliseconds. Call it in idle time until `done`,
    /// once after startup. It finds damage early and answers `rescued`.
    pub struct CheckStep {}
}
view! {
    /// Progress of the check.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CheckProgress"))]
    pub struct CheckStepView { pub done: bool }
}
view! {
    /// Place of the stored data.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StorageKind"))]
    pub enum StorageView {
        /// In a file (or the browser's private file system): persistent.
        Kept,
        /// In memory: lost when the page closes, unless there is a file to write to later (`unkept`). Tell the
        /// person, and offer an export.
        Memory,
        /// In a read-only file too large for memory: changes are lost. Tell the person.
        ReadOnly,
    }
}
view! {
    /// Current storage.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KeepingState"))]
    pub struct KeepingView {
        pub storage: StorageView,
        pub unkept: Option<UnkeptView>,
        /// `true` if other programs had changed the file and the changes were merged: ids of games have changed.
        pub merged: bool,
    }
}
view! {
    /// A file that cannot be written; changes are in memory.
    #[cfg_attr(feature = "uniffi", uniffi(name = "UnsavedWork"))]
    pub struct UnkeptView {
        /// `full`, `readOnly`, `denied`, `gone`, `busy` or `storage`; or the reason why the file must not be touched.
        pub why: ErrorKind,
        /// Path of the file.
        pub file: String,
        /// `true` if memory has changes that the file lacks.
        pub unsaved: bool,
    }
}

/// Returns why the store is not in its file, if it has one.
pub(crate) fn unkept(store: &Store) -> Option<UnkeptView> {
    let (why, path, unsaved) = store.fallback()?;
    Some(UnkeptView {
        why: why.into(),
        file: path.display().to_string(),
        unsaved,
    })
}

pub(crate) fn storage(store: &Store) -> StorageView {
    match (store.kept(), store.is_read_only()) {
        (false, _) => StorageView::Memory,
        (true, true) => StorageView::ReadOnly,
        (true, false) => StorageView::Kept,
    }
}

fn keeping(app: &App, merged: bool) -> KeepingView {
    KeepingView {
        storage: storage(&app.store),
        unkept: unkept(&app.store),
        merged,
    }
}

impl Call for GoOnInMemory {
    type Reply = KeepingView;

    fn run(self, app: &mut App) -> Result<KeepingView, ApiError> {
        let told = "the file refused".to_owned();
        let why = match self.why {
            ErrorKind::Full => StoreError::Full(told),
            ErrorKind::ReadOnly => StoreError::ReadOnly(told),
            ErrorKind::Denied => StoreError::Denied(told),
            ErrorKind::Gone => StoreError::Gone(told),
            ErrorKind::Storage => StoreError::Disk(told),
            _ => {
                return Err(ApiError::new(
                    ErrorKind::BadParams,
                    "this error is not one of the disk",
                ));
            }
        };
        app.store.go_on_in_memory(why)?;
        Ok(keeping(app, false))
    }
}

impl Call for CheckStep {
    type Reply = CheckStepView;

    fn run(self, app: &mut App) -> Result<CheckStepView, ApiError> {
        let Some(check) = &mut app.check else {
            return Ok(CheckStepView { done: true });
        };
        let done = check.step(&app.store)?;
        if done {
            app.check = None;
        }
        Ok(CheckStepView { done })
    }
}

impl Call for KeepAgain {
    type Reply = KeepingView;

    fn run(self, app: &mut App) -> Result<KeepingView, ApiError> {
        let again = app.store.write_back();
        if again.is_some() {
            app.begin_again()?;
        }
        Ok(keeping(app, again == Some(WriteBack::Merged)))
    }
}
