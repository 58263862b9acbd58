use crate::config::Config;
use crate::error::Error;
use core::ops::Range;

/// Token lists of any lengths, checked once: list i is `tokens[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Copy, Debug)]
pub struct Sequences<'a> {
    tokens: &'a [u32],
    offsets: &'a [u32],
}

impl<'a> Sequences<'a> {
    /// Refuses offsets that do not ascend from 0 to the number of tokens, tokens that are not in the vocabulary, and
    /// lists shorter than `least` or longer than the context.
    pub fn new(
        tokens: &'a [u32],
        offsets: &'a [u32],
        config: &Config,
        least: usize,
    ) -> Result<Sequences<'a>, Error> {
        let ends = offsets.first().zip(offsets.last());
        if ends.is_none_or(|(&first, &last)| first != 0 || last as usize != tokens.len())
            || !offsets.is_sorted()
        {
            return Err(Error::Offsets);
        }
        let lengths = offsets.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        for (at, length) in lengths.enumerate() {
            if length < least {
                return Err(Error::TooShort(at));
            }
            if length > config.context {
                return Err(Error::TooLong(at));
            }
        }
        match tokens.iter().position(|&token| token as usize >= config.vocabulary) {
            Some(at) => Err(Error::Token(at)),
            None => Ok(Sequences { tokens, offsets }),
        }
    }

    /// Lists there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of all.
    pub fn tokens(&self) -> &'a [u32] {
        self.tokens
    }

    /// Where list `at` lies.
    pub fn range(&self, at: usize) -> Range<usize> {
        self.offsets[at] as usize..self.offsets[at + 1] as usize
    }

    /// The tokens of list `at`.
    pub fn list(&self, at: usize) -> &'a [u32] {
        &self.tokens[self.range(at)]
    }
}
