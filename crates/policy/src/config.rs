use crate::error::Error;

/// The sizes of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Blocks.
    pub layers: usize,
    /// Width of the residual stream.
    pub width: usize,
    /// Attention heads of each block; they divide the width.
    pub heads: usize,
    /// Width of each block's feed-forward layer.
    pub feed_forward: usize,
    /// The most tokens a sequence can have.
    pub context: usize,
    /// Tokens there are.
    pub vocabulary: usize,
}

/// The most of each size, in the order of the config.
const MOST: [usize; 6] = [64, 4096, 4096, 16_384, 16_384, 65_536];
const MOST_PARAMETERS: u64 = 1 << 26;

impl Config {
    /// The config itself, where all its sizes are in range.
    pub fn checked(self) -> Result<Config, Error> {
        for (at, (size, most)) in self.sizes().into_iter().zip(MOST).enumerate() {
            let least = if at == 5 { 2 } else { 1 };
            if size < least || size > most {
                return Err(Error::Config(at, size));
            }
        }
        if !self.width.is_multiple_of(self.heads) {
            return Err(Error::Heads);
        }
        if self.parameters() > MOST_PARAMETERS {
            return Err(Error::TooLarge);
        }
        Ok(self)
    }

    /// In the order of declaration.
    pub fn sizes(&self) -> [usize; 6] {
        let c = self;
        [c.layers, c.width, c.heads, c.feed_forward, c.context, c.vocabulary]
    }

    /// The width of one head.
    pub(crate) fn head_width(&self) -> usize {
        self.width / self.heads
    }

    /// In 64 bits, as sizes are multiplied before they are known to be small.
    fn parameters(&self) -> u64 {
        let [layers, width, _, feed_forward, context, vocabulary] =
            self.sizes().map(|size| size as u64);
        let block = 4 * width * width + 2 * width * feed_forward + feed_forward + 3 * width;
        layers * block + (2 * vocabulary + context + 1) * width
    }
}
