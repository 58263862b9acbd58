//! The blocks: from embedded tokens to the normed residual stream that the head reads. What attention looks back on
//! is up to the caller.

use crate::buffer::fit;
use crate::config::Config;
use crate::error::Error;
use crate::lanes::add;
use crate::layout::Layout;
use crate::linear::{self, Into, Shape};
use crate::norm;
use crate::real::Real;

/// What one block computes, as backward needs it.
#[derive(Default)]
pub(crate) struct BlockValues<T> {
    pub(crate) attention_unit: Vec<T>,
    pub(crate) attention_inverse: Vec<T>,
    pub(crate) attention_input: Vec<T>,
    /// Queries, keys and values side by side.
    pub(crate) qkv: Vec<T>,
    /// Of each row and head, over the positions up to its own.
    pub(crate) probabilities: Vec<T>,
    pub(crate) attended: Vec<T>,
    pub(crate) feed_forward_unit: Vec<T>,
    pub(crate) feed_forward_inverse: Vec<T>,
    pub(crate) feed_forward_input: Vec<T>,
    /// After the rectifier.
    pub(crate) hidden: Vec<T>,
}

impl<T: Real> BlockValues<T> {
    fn fit(&mut self, config: &Config, rows: usize, probabilities: usize) -> Result<(), Error> {
        let wide = [rows, config.width];
        fit(&mut self.attention_unit, &wide)?;
        fit(&mut self.attention_inverse, &[rows])?;
        fit(&mut self.attention_input, &wide)?;
        fit(&mut self.qkv, &[rows, 3 * config.width])?;
        fit(&mut self.probabilities, &[probabilities])?;
        fit(&mut self.attended, &wide)?;
        fit(&mut self.feed_forward_unit, &wide)?;
        fit(&mut self.feed_forward_inverse, &[rows])?;
        fit(&mut self.feed_forward_input, &wide)?;
        fit(&mut self.hidden, &[rows, config.feed_forward])
    }
}

/// What all of it computes.
#[derive(Default)]
pub(crate) struct Values<T> {
    pub(crate) rows: usize,
    /// One for each block where all are kept, else one for all.
    pub(crate) blocks: Vec<BlockValues<T>>,
    residual: Vec<T>,
    pub(crate) final_unit: Vec<T>,
    pub(crate) final_inverse: Vec<T>,
    pub(crate) output: Vec<T>,
}

impl<T: Real> Values<T> {
    /// Makes room for so many rows; `probabilities` are those of a block.
    pub(crate) fn fit(
        &mut self,
        config: &Config,
        rows: usize,
        probabilities: usize,
        keep: bool,
    ) -> Result<(), Error> {
        self.rows = rows;
        self.blocks.resize_with(if keep { config.layers } else { 1 }, BlockValues::default);
        for block in &mut self.blocks {
            block.fit(config, rows, probabilities)?;
        }
        let wide = [rows, config.width];
        fit(&mut self.residual, &wide)?;
        fit(&mut self.final_unit, &wide)?;
        fit(&mut self.final_inverse, &[rows])?;
        fit(&mut self.output, &wide)
    }

    /// Computes all rows, each a token at a position. `attend` fills a block's `attended`.
    pub(crate) fn compute(
        &mut self,
        config: &Config,
        layout: &Layout,
        parameters: &[T],
        rows: impl Iterator<Item = (u32, usize)>,
        mut attend: impl FnMut(usize, &mut BlockValues<T>),
    ) {
        let Config { width, feed_forward, .. } = *config;
        let p = |range: &core::ops::Range<usize>| &parameters[range.clone()];
        let x = &mut self.residual;
        let (tokens, positions) = (p(&layout.token_embedding), p(&layout.position_embedding));
        for (x, (token, position)) in x.chunks_exact_mut(width).zip(rows) {
            x.copy_from_slice(&tokens[token as usize * width..][..width]);
            add(x, &positions[position * width..][..width]);
        }
        let shape = |inputs, outputs| Shape { rows: self.rows, inputs, outputs };
        let last = self.blocks.len() - 1;
        for (layer, places) in layout.blocks.iter().enumerate() {
            let block = &mut self.blocks[layer.min(last)];
            norm::forward(
                x,
                p(&places.attention_norm),
                &mut block.attention_unit,
                &mut block.attention_inverse,
                &mut block.attention_input,
            );
            let w = p(&places.attention_in);
            let to = &mut block.qkv;
            linear::forward(shape(width, 3 * width), &block.attention_input, w, Into::Replace, to);
            attend(layer, block);
            let w = p(&places.attention_out);
            linear::forward(shape(width, width), &block.attended, w, Into::Add, x);

            norm::forward(
                x,
                p(&places.feed_forward_norm),
                &mut block.feed_forward_unit,
                &mut block.feed_forward_inverse,
                &mut block.feed_forward_input,
            );
            let (w, hidden) = (p(&places.feed_forward_in), &mut block.hidden);
            let from = &block.feed_forward_input;
            linear::forward(shape(width, feed_forward), from, w, Into::Replace, hidden);
            let bias = p(&places.feed_forward_in_bias);
            for row in hidden.chunks_exact_mut(feed_forward) {
                for (h, &b) in row.iter_mut().zip(bias) {
                    let sum = *h + b;
                    *h = if sum > T::zero() { sum } else { T::zero() };
                }
            }
            let w = p(&places.feed_forward_out);
            linear::forward(shape(feed_forward, width), &block.hidden, w, Into::Add, x);
            let bias = p(&places.feed_forward_out_bias);
            for row in x.chunks_exact_mut(width) {
                add(row, bias);
            }
        }
        norm::forward(
            x,
            p(&layout.final_norm),
            &mut self.final_unit,
            &mut self.final_inverse,
            &mut self.output,
        );
    }
}
