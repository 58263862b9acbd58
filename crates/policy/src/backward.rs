//! The derivatives of all parameters, from those of the logits.

use crate::attention::{Heads, Places};
use crate::buffer::fit;
use crate::config::Config;
use crate::error::Error;
use crate::lanes::add;
use crate::layout::{BlockLayout, Layout};
use crate::linear::{self, Into, Shape};
use crate::norm;
use crate::real::Real;
use crate::sequences::Sequences;
use crate::trunk::{BlockValues, Values};
use core::ops::Range;

/// Where derivatives are kept on their way down.
#[derive(Default)]
pub(crate) struct Derivatives<T> {
    residual: Vec<T>,
    wide: Vec<T>,
    qkv: Vec<T>,
    hidden: Vec<T>,
    scores: Vec<T>,
}

/// The parameters and where their derivatives go.
pub(crate) struct Slopes<'a, T> {
    pub(crate) config: &'a Config,
    pub(crate) layout: &'a Layout,
    pub(crate) parameters: &'a [T],
    pub(crate) gradient: &'a mut [T],
}

impl<'a, T: Real> Slopes<'a, T> {
    fn parameter(&self, range: &Range<usize>) -> &'a [T] {
        &self.parameters[range.clone()]
    }

    fn slope(&mut self, range: &Range<usize>) -> &mut [T] {
        &mut self.gradient[range.clone()]
    }

    /// dw, and then the derivatives by the layer's input.
    fn linear(
        &mut self,
        shape: Shape,
        range: &Range<usize>,
        x: &[T],
        dy: &[T],
        into: Into,
        dx: &mut [T],
    ) {
        linear::by_weight(shape, x, dy, self.slope(range));
        linear::by_input(shape, dy, self.parameter(range), into, dx);
    }

    fn norm(&mut self, range: &Range<usize>, dy: &[T], unit: &[T], inverse: &[T], dx: &mut [T]) {
        let gain = self.parameter(range);
        norm::backward(dy, gain, unit, inverse, dx, self.slope(range));
    }
}

impl<T: Real> Derivatives<T> {
    pub(crate) fn fit(&mut self, config: &Config, rows: usize) -> Result<(), Error> {
        let wide = [rows, config.width];
        fit(&mut self.residual, &wide)?;
        fit(&mut self.wide, &wide)?;
        fit(&mut self.qkv, &[rows, 3 * config.width])?;
        fit(&mut self.hidden, &[rows, config.feed_forward])?;
        fit(&mut self.scores, &[config.context])
    }

    /// Fills the gradient; what it held is gone. The rows are those of all sequences without their last tokens.
    pub(crate) fn compute(
        &mut self,
        slopes: &mut Slopes<'_, T>,
        sequences: &Sequences<'_>,
        values: &Values<T>,
        d_logits: &[T],
    ) {
        let (config, layout) = (slopes.config, slopes.layout);
        let Config { width, vocabulary, .. } = *config;
        let shape = Shape { rows: values.rows, inputs: width, outputs: vocabulary };
        slopes.linear(shape, &layout.head, &values.output, d_logits, Into::Replace, &mut self.wide);
        self.residual.fill(T::zero());
        let (unit, inverse) = (&values.final_unit, &values.final_inverse);
        slopes.norm(&layout.final_norm, &self.wide, unit, inverse, &mut self.residual);
        for (places, block) in layout.blocks.iter().zip(&values.blocks).rev() {
            self.feed_forward(slopes, places, block, values.rows);
            self.attention(slopes, places, block, sequences, values.rows);
        }

        slopes.slope(&layout.token_embedding).fill(T::zero());
        slopes.slope(&layout.position_embedding).fill(T::zero());
        let rows = input_rows(sequences);
        for ((token, position), d) in rows.zip(self.residual.chunks_exact(width)) {
            let at = layout.token_embedding.start + token as usize * width;
            add(&mut slopes.gradient[at..at + width], d);
            let at = layout.position_embedding.start + position * width;
            add(&mut slopes.gradient[at..at + width], d);
        }
    }

    fn feed_forward(
        &mut self,
        slopes: &mut Slopes<'_, T>,
        places: &BlockLayout,
        block: &BlockValues<T>,
        rows: usize,
    ) {
        let Config { width, feed_forward, .. } = *slopes.config;
        linear::by_bias(&self.residual, slopes.slope(&places.feed_forward_out_bias));
        slopes.linear(
            Shape { rows, inputs: feed_forward, outputs: width },
            &places.feed_forward_out,
            &block.hidden,
            &self.residual,
            Into::Replace,
            &mut self.hidden,
        );
        for (d, &h) in self.hidden.iter_mut().zip(&block.hidden) {
            *d = if h > T::zero() { *d } else { T::zero() };
        }
        linear::by_bias(&self.hidden, slopes.slope(&places.feed_forward_in_bias));
        slopes.linear(
            Shape { rows, inputs: width, outputs: feed_forward },
            &places.feed_forward_in,
            &block.feed_forward_input,
            &self.hidden,
            Into::Replace,
            &mut self.wide,
        );
        let (unit, inverse) = (&block.feed_forward_unit, &block.feed_forward_inverse);
        slopes.norm(&places.feed_forward_norm, &self.wide, unit, inverse, &mut self.residual);
    }

    fn attention(
        &mut self,
        slopes: &mut Slopes<'_, T>,
        places: &BlockLayout,
        block: &BlockValues<T>,
        sequences: &Sequences<'_>,
        rows: usize,
    ) {
        let width = slopes.config.width;
        slopes.linear(
            Shape { rows, inputs: width, outputs: width },
            &places.attention_out,
            &block.attended,
            &self.residual,
            Into::Replace,
            &mut self.wide,
        );
        self.qkv.fill(T::zero());
        let heads = Heads::new(slopes.config.heads, slopes.config.head_width());
        let (mut row, mut kept) = (0, 0);
        for length in input_lengths(sequences) {
            let part = 3 * width * row..3 * width * (row + length);
            let (past, d_past) = (&block.qkv[part.clone()], &mut self.qkv[part]);
            for position in 0..length {
                let taken = heads.probabilities(position + 1);
                heads.backward(
                    &self.wide[width * (row + position)..][..width],
                    3 * width * position,
                    past,
                    side_by_side(width),
                    position + 1,
                    &block.probabilities[kept..kept + taken],
                    &mut self.scores,
                    d_past,
                );
                kept += taken;
            }
            row += length;
        }
        slopes.linear(
            Shape { rows, inputs: width, outputs: 3 * width },
            &places.attention_in,
            &block.attention_input,
            &self.qkv,
            Into::Replace,
            &mut self.wide,
        );
        let (unit, inverse) = (&block.attention_unit, &block.attention_inverse);
        slopes.norm(&places.attention_norm, &self.wide, unit, inverse, &mut self.residual);
    }
}

/// Keys and values as `BlockValues::qkv` has them.
pub(crate) fn side_by_side(width: usize) -> Places {
    Places { stride: 3 * width, keys: width, values: 2 * width }
}

/// How many tokens of each sequence predict another.
pub(crate) fn input_lengths(sequences: &Sequences<'_>) -> impl Iterator<Item = usize> {
    (0..sequences.len()).map(|at| sequences.range(at).len() - 1)
}

/// The tokens that predict another, with their positions.
pub(crate) fn input_rows(sequences: &Sequences<'_>) -> impl Iterator<Item = (u32, usize)> {
    (0..sequences.len()).flat_map(|at| {
        let list = sequences.list(at);
        list[..list.len() - 1].iter().copied().zip(0..)
    })
}
