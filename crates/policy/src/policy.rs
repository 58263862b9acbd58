use crate::backward::Derivatives;
use crate::buffer::zeros;
use crate::config::Config;
use crate::error::Error;
use crate::initial;
use crate::layout::{Layout, Tensor};
use crate::real::Real;
use crate::session::Session;
use crate::trunk::Values;

/// A policy: its parameters, what training needs beside them, and the sessions that sample from it.
pub struct Policy<T: Real = f32> {
    pub(crate) config: Config,
    pub(crate) layout: Layout,
    pub(crate) parameters: Vec<T>,
    pub(crate) gradient: Vec<T>,
    /// The gradient of one micro-batch, before it is added.
    pub(crate) fresh: Vec<T>,
    pub(crate) first_moment: Vec<T>,
    pub(crate) second_moment: Vec<T>,
    pub(crate) step: u64,
    pub(crate) reference: Option<Vec<T>>,
    /// Counts changes of the parameters.
    pub(crate) epoch: u64,
    /// In the order of their ids.
    pub(crate) sessions: Vec<Session<T>>,
    pub(crate) next_session: u32,
    /// Of a micro-batch, with all that backward needs.
    pub(crate) kept: Values<T>,
    /// Of everything else.
    pub(crate) passing: Values<T>,
    pub(crate) last_rows: Vec<T>,
    pub(crate) logits: Vec<T>,
    pub(crate) reference_logits: Vec<T>,
    pub(crate) derivatives: Derivatives<T>,
}

impl<T: Real> Policy<T> {
    /// A policy whose parameters are drawn with `seed`.
    pub fn new(config: Config, seed: u64) -> Result<Policy<T>, Error> {
        let config = config.checked()?;
        let layout = Layout::new(&config);
        let vector = || zeros(layout.parameters);
        let mut parameters = vector()?;
        initial::fill(&config, &layout.tensors, seed, &mut parameters);
        Ok(Policy {
            gradient: vector()?,
            fresh: vector()?,
            first_moment: vector()?,
            second_moment: vector()?,
            parameters,
            config,
            layout,
            step: 0,
            reference: None,
            epoch: 0,
            sessions: Vec::new(),
            next_session: 0,
            kept: Values::default(),
            passing: Values::default(),
            last_rows: Vec::new(),
            logits: Vec::new(),
            reference_logits: Vec::new(),
            derivatives: Derivatives::default(),
        })
    }

    /// Its sizes.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The tensors, in the order of the flat vector.
    pub fn tensors(&self) -> &[Tensor] {
        &self.layout.tensors
    }

    /// The flat vector.
    pub fn parameters(&self) -> &[T] {
        &self.parameters
    }

    /// Optimizer steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Replaces the parameters; moments and step stay.
    pub fn set_parameters(&mut self, values: &[T]) -> Result<(), Error> {
        self.check(values)?;
        self.parameters.copy_from_slice(values);
        self.epoch += 1;
        Ok(())
    }

    /// What KL is measured against: these parameters, or the present ones.
    pub fn set_reference(&mut self, values: Option<&[T]>) -> Result<(), Error> {
        let values = values.unwrap_or(&self.parameters);
        self.check(values)?;
        let mut reference = zeros(values.len())?;
        reference.copy_from_slice(values);
        self.reference = Some(reference);
        Ok(())
    }

    /// The gradient so far.
    pub fn gradient(&self) -> &[T] {
        &self.gradient
    }

    /// Adds to the gradient.
    pub fn add_gradient(&mut self, values: &[T]) -> Result<(), Error> {
        self.check(values)?;
        crate::lanes::add(&mut self.gradient, values);
        Ok(())
    }

    /// Forgets the gradient.
    pub fn zero_gradient(&mut self) {
        self.gradient.fill(T::zero());
    }

    fn check(&self, values: &[T]) -> Result<(), Error> {
        if values.len() != self.layout.parameters {
            return Err(Error::Length);
        }
        finite(values)
    }
}

/// Refuses NaN and infinities.
pub(crate) fn finite<T: Real>(values: &[T]) -> Result<(), Error> {
    match values.iter().position(|x| !x.to_f64().is_finite()) {
        Some(at) => Err(Error::NotFinite(at)),
        None => Ok(()),
    }
}
