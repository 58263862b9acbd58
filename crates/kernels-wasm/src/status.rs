use upperhand_kernels::Error;

/// Why a call was refused; lib.rs has the numbers in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Offsets = 1,
    Range = 2,
    Overlap = 3,
    Option = 4,
    Memory = 5,
    Weights = 6,
}

impl From<Error> for Status {
    fn from(error: Error) -> Status {
        match error {
            Error::Offsets => Status::Offsets,
            Error::Length => Status::Range,
            Error::Memory => Status::Memory,
            Error::Weights => Status::Weights,
        }
    }
}
