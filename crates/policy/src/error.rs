use core::fmt;

/// What a call was refused for. Nothing has been changed then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// A size of the config, by its place in it, is out of range; the number is what came.
    Config(usize, usize),
    /// The width is no multiple of the number of heads.
    Heads,
    /// More parameters than a policy may have.
    TooLarge,
    /// There is no memory for it.
    Memory,
    /// Offsets must ascend from 0 to the number of tokens.
    Offsets,
    /// The token at this place of the list is not in the vocabulary.
    Token(usize),
    /// This sequence has fewer tokens than it needs.
    TooShort(usize),
    /// This sequence has more tokens than the context.
    TooLong(usize),
    /// An array has another length than what it belongs to.
    Length,
    /// The number at this place is not finite.
    NotFinite(usize),
    /// An option is out of its range.
    Option(Opt),
    /// There is no session of this id.
    Session(usize),
    /// This session is named twice.
    Twice(usize),
    /// KL was asked for and there is no reference.
    NoReference,
    /// The logits are not finite: the parameters have grown beyond all bounds.
    Diverged,
    /// A state is damaged.
    Damaged,
    /// A state is of a policy with another config.
    OtherConfig,
    /// A state has a format that this version does not know.
    Format,
}

/// The options that can be out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opt {
    /// From 0.001 to 1000; 0 too where tokens are generated.
    Temperature,
    /// Above 0 and at most 1.
    TopP,
    /// At least 0, and finite.
    LearningRate,
    /// At least 0 and below 1.
    Beta1,
    /// At least 0 and below 1.
    Beta2,
    /// Above 0, and finite.
    Eps,
    /// At least 0, and finite.
    WeightDecay,
    /// At least 0, and finite.
    GradClipNorm,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Config(at, got) => write!(f, "size {at} of the config is out of range: {got}"),
            Error::Heads => f.write_str("the width must be a multiple of the heads"),
            Error::TooLarge => f.write_str("too many parameters"),
            Error::Memory => f.write_str("out of memory"),
            Error::Offsets => f.write_str("offsets must ascend from 0 to the number of tokens"),
            Error::Token(at) => write!(f, "token {at} is not in the vocabulary"),
            Error::TooShort(at) => write!(f, "sequence {at} is too short"),
            Error::TooLong(at) => write!(f, "sequence {at} is longer than the context"),
            Error::Length => f.write_str("lengths differ"),
            Error::NotFinite(at) => write!(f, "number {at} is not finite"),
            Error::Option(option) => write!(f, "{option:?} is out of range"),
            Error::Session(at) => write!(f, "there is no session {at}"),
            Error::Twice(at) => write!(f, "session {at} is named twice"),
            Error::NoReference => f.write_str("there is no reference"),
            Error::Diverged => f.write_str("the logits are not finite"),
            Error::Damaged => f.write_str("the state is damaged"),
            Error::OtherConfig => f.write_str("the state has another config"),
            Error::Format => f.write_str("the state has an unknown format"),
        }
    }
}

impl core::error::Error for Error {}
