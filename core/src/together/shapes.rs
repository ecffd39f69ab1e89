//! Macros for messages: camelCase JSON without unknown fields, and a TypeScript type.
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

/// The same for a struct.
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
