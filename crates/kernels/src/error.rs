use core::fmt;

/// What a call was refused for. Nothing has been written then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Offsets must ascend from 0 to the number of values.
    Offsets,
    /// `out` has another length than the values, or the values another than the groups were made for.
    Length,
    /// No memory for the sums of a group.
    Memory,
    /// A weight is negative or not finite.
    Weights,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Offsets => "offsets must ascend from 0 to the number of values",
            Error::Memory => "no memory",
            Error::Weights => "weights must be finite and not negative",
            Error::Length => "the lengths of values, groups and out differ",
        })
    }
}

impl core::error::Error for Error {}
