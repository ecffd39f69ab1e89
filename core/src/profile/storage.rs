//! Calls for a store whose file cannot be written: the app goes on in memory, and tries again.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::views::view;
use damier_store::{Store, StoreError, WriteBack};

view! {
    /// `goOnInMemory {why}` → `KeepingView`: after a call that failed for the disk's fault (`full`, `readOnly`, `denied`,
    /// `gone`, `storage`). The call can then be made again: everything is there, and nothing is written to the disk.
    pub struct GoOnInMemory { pub why: ErrorKind }
}
view! {
    /// `keepAgain {}` → `KeepingView`: tries to bring what was changed in memory into the file. Call it from time to time.
    pub struct KeepAgain {}
}
view! {
    /// `checkStep {}` → `CheckStepView`: reads on in the store for some milliseconds. Call it while the app is idle until it is
    /// done, once after the start: damage is found before somebody needs what it hit, and is answered as `rescued`.
    pub struct CheckStep {}
}
view! {
    /// How far the check is.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CheckProgress"))]
    pub struct CheckStepView { pub done: bool }
}
view! {
    /// Where games are kept.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StorageKind"))]
    pub enum StorageView {
        /// In a file (or the browser's private file system): they stay.
        Kept,
        /// In memory only: gone when the page closes, unless there is a file to bring it into (`unkept`). Say so, and offer
        /// the export.
        Memory,
        /// In a file that can only be read now and is too large to go on in memory: nothing that is done is kept. Say so.
        ReadOnly,
    }
}
view! {
    /// Where things are kept now.
    #[cfg_attr(feature = "uniffi", uniffi(name = "KeepingState"))]
    pub struct KeepingView {
        pub storage: StorageView,
        pub unkept: Option<UnkeptView>,
        /// Others had written into the file meanwhile, and what was new was added: games have other ids now.
        pub merged: bool,
    }
}
view! {
    /// There is a file, and it cannot be written: what is done now lives in memory.
    #[cfg_attr(feature = "uniffi", uniffi(name = "UnsavedWork"))]
    pub struct UnkeptView {
        /// `full`, `readOnly`, `denied`, `gone`, `busy` or `storage`; or why the file must not be touched now.
        pub why: ErrorKind,
        /// Where the file is.
        pub file: String,
        /// Something in memory is not in the file.
        pub unsaved: bool,
    }
}

/// Why the store is not in its file, where it has one.
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
                    "that is no fault of the disk",
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
