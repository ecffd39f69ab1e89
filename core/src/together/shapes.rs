//! How a shape of the messages is written: camelCase in JSON, nothing unknown in it, a type for the pages. Knows no shape.
macro_rules! message {
    ($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
        #[allow(missing_docs, reason = "what is named by its word needs no sentence; what does has one")]
        $(#[$meta])*
        pub $kind $name { $($body)* }
    };
}

/// The same for a struct: it has no fields of variants to be named.
macro_rules! shape {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[allow(missing_docs, reason = "what is named by its word needs no sentence; what does has one")]
        $(#[$meta])*
        pub struct $name { $($body)* }
    };
}
