use crate::config::Config;
use crate::layout::{Role, Tensor};
use crate::philox::philox;
use crate::real::Real;

/// Gains are 1, biases 0, everything else uniform around 0. Embeddings have a standard deviation of 0.1; matrices one over
/// the root of their inputs, less over the depth where they add to the residual stream, and a tenth of it for the head, so
/// that a new policy takes all tokens for about equally likely.
pub(crate) fn fill<T: Real>(config: &Config, tensors: &[Tensor], seed: u64, parameters: &mut [T]) {
    let depth = 1.0 / (2.0 * config.layers as f64).sqrt();
    for (which, tensor) in tensors.iter().enumerate() {
        let values = &mut parameters[tensor.range()];
        let fan_in = 1.0 / (tensor.rows as f64).sqrt();
        let deviation = match tensor.role {
            Role::TokenEmbedding | Role::PositionEmbedding => 0.1,
            Role::AttentionIn | Role::FeedForwardIn => fan_in,
            Role::AttentionOut | Role::FeedForwardOut => fan_in * depth,
            Role::Head => 0.1 * fan_in,
            Role::AttentionNorm | Role::FeedForwardNorm | Role::FinalNorm => {
                values.fill(T::one());
                continue;
            }
            Role::FeedForwardInBias | Role::FeedForwardOutBias => {
                values.fill(T::zero());
                continue;
            }
        };
        let most = deviation * 3.0f64.sqrt();
        for (block, values) in values.chunks_mut(4).enumerate() {
            let counter = [block as u32, which as u32, 0, 1];
            let words = philox(counter, [seed as u32, (seed >> 32) as u32]);
            for (value, word) in values.iter_mut().zip(words) {
                let uniform = (f64::from(word) + 0.5) * (1.0 / (1u64 << 32) as f64);
                *value = T::of((2.0 * uniform - 1.0) * most);
            }
        }
    }
}
