use crate::attention::Heads;
use crate::backward::{Slopes, input_lengths, input_rows, side_by_side};
use crate::buffer::{fit, zeros};
use crate::config::Config;
use crate::error::{Error, Opt};
use crate::lanes::add;
use crate::layout::Layout;
use crate::linear::{self, Into, Shape};
use crate::output::{self, RowDerivatives};
use crate::policy::Policy;
use crate::real::Real;
use crate::sequences::Sequences;
use crate::trunk::Values;

/// About as many rows are computed at once; more would take memory and no less time.
pub(crate) const ROWS_AT_ONCE: usize = 2048;

/// Beyond these, logits times the inverse would be of no use as float32.
pub(crate) const TEMPERATURES: core::ops::RangeInclusive<f64> = 1e-3..=1e3;

/// Whose distributions.
#[derive(Clone, Copy, PartialEq)]
enum Weights {
    Own,
    Reference,
}

/// What is wanted of each distribution.
#[derive(Clone, Copy, Debug)]
pub struct ScoreOptions {
    /// Divides the logits; 0.001 to 1000.
    pub temperature: f64,
    /// Also the entropy.
    pub entropy: bool,
    /// Also the divergence from the reference.
    pub divergence: bool,
}

impl Default for ScoreOptions {
    fn default() -> ScoreOptions {
        ScoreOptions { temperature: 1.0, entropy: false, divergence: false }
    }
}

/// One number for each token, about the distribution given those before it; first tokens have 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores<T> {
    /// The tokens' own log probabilities.
    pub logprobs: Vec<T>,
    /// Empty unless asked for.
    pub entropies: Vec<T>,
    /// KL(policy ‖ reference). Empty unless asked for.
    pub divergences: Vec<T>,
}

/// Derivatives of the loss by the scores, at the same places. Those that are empty are none.
#[derive(Clone, Copy, Debug)]
pub struct LossDerivatives<'a, T> {
    /// By the log probabilities.
    pub logprobs: &'a [T],
    /// By the entropies.
    pub entropies: &'a [T],
    /// By the divergences.
    pub divergences: &'a [T],
}

impl<T: Real> LossDerivatives<'_, T> {
    fn check(&self, tokens: usize) -> Result<(), Error> {
        for (values, optional) in
            [(self.logprobs, false), (self.entropies, true), (self.divergences, true)]
        {
            if values.len() != tokens && !(optional && values.is_empty()) {
                return Err(Error::Length);
            }
            crate::policy::finite(values)?;
        }
        Ok(())
    }
}

impl<T: Real> Policy<T> {
    /// Scores lists of at least 2 tokens.
    pub fn score(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        options: &ScoreOptions,
    ) -> Result<Scores<T>, Error> {
        self.score_by(Weights::Own, tokens, offsets, options)
    }

    /// Scores lists with the parameters of the reference.
    pub fn score_reference(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        options: &ScoreOptions,
    ) -> Result<Scores<T>, Error> {
        self.score_by(Weights::Reference, tokens, offsets, options)
    }

    fn score_by(
        &mut self,
        weights: Weights,
        tokens: &[u32],
        offsets: &[u32],
        options: &ScoreOptions,
    ) -> Result<Scores<T>, Error> {
        let sequences = Sequences::new(tokens, offsets, &self.config, 2)?;
        self.check_options(options)?;
        if weights == Weights::Reference && self.reference.is_none() {
            return Err(Error::NoReference);
        }
        let mut scores = Scores::sized(tokens.len(), options)?;
        let mut from = 0;
        while from < sequences.len() {
            let start = offsets[from] as usize;
            let fits = |to: usize| offsets[to] as usize - start <= ROWS_AT_ONCE;
            let to = (from + 1..=sequences.len()).take_while(|&to| fits(to)).last();
            let to = to.unwrap_or(from + 1);
            let end = offsets[to] as usize;
            let local: Vec<u32> = offsets[from..=to].iter().map(|&o| o - start as u32).collect();
            let part = Sequences::new(&tokens[start..end], &local, &self.config, 2)?;
            self.distributions(&part, options, weights, false)?;
            scores.read(&part, start, &self.logits, &self.reference_logits, self.config.vocabulary);
            from = to;
        }
        scores.check()?;
        Ok(scores)
    }

    /// Scores, and adds the loss's gradient to the gradient: one micro-batch.
    pub fn forward_backward(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        derivatives: &LossDerivatives<'_, T>,
        options: &ScoreOptions,
    ) -> Result<Scores<T>, Error> {
        let sequences = Sequences::new(tokens, offsets, &self.config, 2)?;
        derivatives.check(tokens.len())?;
        let options = ScoreOptions {
            entropy: options.entropy || !derivatives.entropies.is_empty(),
            divergence: options.divergence || !derivatives.divergences.is_empty(),
            ..*options
        };
        self.check_options(&options)?;
        let mut scores = Scores::sized(tokens.len(), &options)?;
        if sequences.is_empty() {
            return Ok(scores);
        }
        self.derivatives.fit(&self.config, tokens.len() - sequences.len())?;
        self.distributions(&sequences, &options, Weights::Own, true)?;
        let vocabulary = self.config.vocabulary;
        scores.read(&sequences, 0, &self.logits, &self.reference_logits, vocabulary);
        scores.check()?;

        let inverse = T::of(1.0 / options.temperature);
        let mut rows = self.logits.chunks_exact_mut(vocabulary);
        let mut references = self.reference_logits.chunks_exact(vocabulary);
        for at in 0..sequences.len() {
            for token in sequences.range(at).skip(1) {
                let (Some(row), reference) = (rows.next(), references.next()) else { break };
                let of = |values: &[T]| values.get(token).copied();
                let row_derivatives = RowDerivatives {
                    logprob: derivatives.logprobs[token],
                    entropy: of(derivatives.entropies).zip(of(&scores.entropies)),
                    divergence: of(derivatives.divergences)
                        .zip(of(&scores.divergences))
                        .zip(reference)
                        .map(|((d, divergence), reference)| (d, divergence, reference)),
                };
                output::backward(row, tokens[token] as usize, inverse, &row_derivatives);
            }
        }
        let mut slopes = Slopes {
            config: &self.config,
            layout: &self.layout,
            parameters: &self.parameters,
            gradient: &mut self.fresh,
        };
        self.derivatives.compute(&mut slopes, &sequences, &self.kept, &self.logits);
        add(&mut self.gradient, &self.fresh);
        Ok(scores)
    }

    fn check_options(&self, options: &ScoreOptions) -> Result<(), Error> {
        if !TEMPERATURES.contains(&options.temperature) {
            return Err(Error::Option(Opt::Temperature));
        }
        if options.divergence && self.reference.is_none() {
            return Err(Error::NoReference);
        }
        Ok(())
    }

    /// Leaves the log probabilities of all rows in `logits`, and the reference's in `reference_logits`.
    fn distributions(
        &mut self,
        sequences: &Sequences<'_>,
        options: &ScoreOptions,
        weights: Weights,
        keep: bool,
    ) -> Result<(), Error> {
        let inverse = T::of(1.0 / options.temperature);
        self.reference_logits.clear();
        if options.divergence
            && let Some(reference) = &self.reference
        {
            let to = &mut self.reference_logits;
            let (config, layout) = (&self.config, &self.layout);
            run(config, layout, reference, sequences, &mut self.passing, false, inverse, to)?;
        }
        let (config, layout) = (&self.config, &self.layout);
        let parameters = match (weights, &self.reference) {
            (Weights::Reference, Some(reference)) => reference,
            _ => &self.parameters,
        };
        let values = if keep { &mut self.kept } else { &mut self.passing };
        run(config, layout, parameters, sequences, values, keep, inverse, &mut self.logits)
    }
}

#[expect(clippy::too_many_arguments, reason = "parts of a policy, borrowed apart")]
fn run<T: Real>(
    config: &Config,
    layout: &Layout,
    parameters: &[T],
    sequences: &Sequences<'_>,
    values: &mut Values<T>,
    keep: bool,
    inverse: T,
    logits: &mut Vec<T>,
) -> Result<(), Error> {
    let Config { width, vocabulary, .. } = *config;
    let heads = Heads::new(config.heads, config.head_width());
    let rows = sequences.tokens().len() - sequences.len();
    let probabilities = if keep {
        let count = |n: usize| (heads.probabilities(n) as u64) * (n as u64 + 1) / 2;
        let all: u64 = input_lengths(sequences).map(count).sum();
        usize::try_from(all).map_err(|_| Error::Memory)?
    } else {
        heads.probabilities(config.context)
    };
    values.fit(config, rows, probabilities, keep)?;
    fit(logits, &[rows, vocabulary])?;
    values.compute(config, layout, parameters, input_rows(sequences), |_, block| {
        let (mut row, mut kept) = (0, 0);
        for length in input_lengths(sequences) {
            let past = &block.qkv[3 * width * row..3 * width * (row + length)];
            for position in 0..length {
                let taken = heads.probabilities(position + 1);
                heads.forward(
                    &past[3 * width * position..][..width],
                    past,
                    side_by_side(width),
                    position + 1,
                    &mut block.probabilities[kept..kept + taken],
                    &mut block.attended[width * (row + position)..][..width],
                );
                kept += if keep { taken } else { 0 };
            }
            row += length;
        }
    });
    let shape = Shape { rows, inputs: width, outputs: vocabulary };
    linear::forward(shape, &values.output, &parameters[layout.head.clone()], Into::Replace, logits);
    for row in logits.chunks_exact_mut(vocabulary) {
        output::log_softmax(row, inverse);
    }
    Ok(())
}

impl<T: Real> Scores<T> {
    fn sized(tokens: usize, options: &ScoreOptions) -> Result<Scores<T>, Error> {
        let wanted = |wanted| if wanted { tokens } else { 0 };
        Ok(Scores {
            logprobs: zeros(tokens)?,
            entropies: zeros(wanted(options.entropy))?,
            divergences: zeros(wanted(options.divergence))?,
        })
    }

    /// Refuses what parameters that have grown beyond all bounds give.
    fn check(&self) -> Result<(), Error> {
        for values in [&self.logprobs, &self.entropies, &self.divergences] {
            crate::policy::finite(values).map_err(|_| Error::Diverged)?;
        }
        Ok(())
    }

    /// Fills in what the rows say about the tokens from `start` on.
    fn read(
        &mut self,
        sequences: &Sequences<'_>,
        start: usize,
        rows: &[T],
        references: &[T],
        vocabulary: usize,
    ) {
        let mut rows = rows.chunks_exact(vocabulary);
        let mut references = references.chunks_exact(vocabulary);
        for at in 0..sequences.len() {
            for place in sequences.range(at).skip(1) {
                let (Some(row), reference) = (rows.next(), references.next()) else { return };
                self.logprobs[start + place] = row[sequences.tokens()[place] as usize];
                if let Some(to) = self.entropies.get_mut(start + place) {
                    *to = output::entropy(row);
                }
                if let (Some(to), Some(reference)) =
                    (self.divergences.get_mut(start + place), reference)
                {
                    *to = output::divergence(row, reference);
                }
            }
        }
    }
}
