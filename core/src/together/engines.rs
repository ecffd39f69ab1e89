//! Views of external engines in the window.

message! {
    /// Type of an engine's setting.
    #[serde(tag = "kind")]
    pub enum EngineSettingKind {
        Bool {},
        Int { min: Option<i64>, max: Option<i64> },
        Real { min: Option<f64>, max: Option<f64> },
        Choice { values: Vec<String> },
        Text {},
    }
}
shape! {
    /// A setting, with the engine's own name for it.
    pub struct EngineSetting {
        pub name: String,
        /// Current value.
        pub value: String,
        /// Default value.
        pub usual: String,
        pub may_be: EngineSettingKind,
    }
}
shape! {
    /// An external engine.
    #[cfg_attr(test, ts(export))]
    pub struct EngineView {
        /// Its unique name here.
        pub name: String,
        /// Author; empty if the engine does not say.
        pub author: String,
        /// File name of the program.
        pub program: String,
        /// Thinking time for a move, in milliseconds.
        pub millis: u32,
        pub settings: Vec<EngineSetting>,
    }
}
message! {
    /// Failure of an engine.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum EngineFault {
        /// The system cannot start it.
        NotStarted {},
        /// It does not speak the Hub protocol.
        NoHub {},
        /// It does not answer in time.
        Silent {},
        /// It has exited.
        Ended {},
        /// It played an illegal move.
        Illegal { text: String },
        /// It does not support the variant.
        OtherGame {},
        /// It has no such setting, or refuses the value.
        Setting { name: String },
        /// It is not on the list.
        Unknown { name: String },
        /// The list of engines cannot be saved.
        NotKept {},
        /// The position is invalid.
        Question {},
    }
}
