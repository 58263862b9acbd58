use upperhand_policy::Error;

/// Why a call was refused: a number, and up to two that tell where and what. lib.rs has the numbers in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) status: u32,
    pub(crate) at: u32,
    pub(crate) got: u32,
}

/// There is no policy yet.
pub(crate) const NO_POLICY: Problem = Problem { status: 19, at: 0, got: 0 };

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let (status, at, got) = match error {
            Error::Config(at, got) => (1, at, got),
            Error::Heads => (2, 0, 0),
            Error::TooLarge => (3, 0, 0),
            Error::Memory => (4, 0, 0),
            Error::Offsets => (5, 0, 0),
            Error::Token(at) => (6, at, 0),
            Error::TooShort(at) => (7, at, 0),
            Error::TooLong(at) => (8, at, 0),
            Error::Length => (9, 0, 0),
            Error::NotFinite(at) => (10, at, 0),
            Error::Option(option) => (11, option as usize, 0),
            Error::Session(at) => (12, at, 0),
            Error::Twice(at) => (13, at, 0),
            Error::NoReference => (14, 0, 0),
            Error::Diverged => (15, 0, 0),
            Error::Damaged => (16, 0, 0),
            Error::OtherConfig => (17, 0, 0),
            Error::Format => (18, 0, 0),
        };
        Problem { status, at: at as u32, got: got as u32 }
    }
}
