//! Other people's engines, as the window shows them. Shapes alone.

message! {
    /// What a setting of an engine may be.
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
    /// A setting of an engine, as the engine calls it.
    pub struct EngineSetting {
        pub name: String,
        /// As it is set here.
        pub value: String,
        /// As the engine comes.
        pub usual: String,
        pub may_be: EngineSettingKind,
    }
}
shape! {
    /// An engine that was added.
    #[cfg_attr(test, ts(export))]
    pub struct EngineView {
        /// What it is called here: no other has this name.
        pub name: String,
        /// Who wrote it; empty where it does not say.
        pub author: String,
        /// The file's name.
        pub program: String,
        /// How long it thinks about a move.
        pub millis: u32,
        pub settings: Vec<EngineSetting>,
    }
}
message! {
    /// What is wrong with an engine.
    #[serde(tag = "kind")]
    #[cfg_attr(test, ts(export))]
    pub enum EngineFault {
        /// The system cannot start it.
        NotStarted {},
        /// It does not speak the Hub protocol.
        NoHub {},
        /// It does not answer in time.
        Silent {},
        /// It has ended by itself.
        Ended {},
        /// What it plays is no legal move.
        Illegal { text: String },
        /// It does not play this game.
        OtherGame {},
        /// It has no such setting, or not with this value.
        Setting { name: String },
        /// It is not kept here, or no more.
        Unknown { name: String },
        /// What is kept of engines cannot be written.
        NotKept {},
        /// The position was none.
        Question {},
    }
}
