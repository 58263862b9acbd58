use crate::error::{Error, Opt};
use crate::policy::{Policy, finite};
use crate::real::Real;

/// Adam with decoupled weight decay.
#[derive(Clone, Copy, Debug)]
pub struct AdamOptions {
    /// At least 0.
    pub learning_rate: f64,
    /// Of the first moment.
    pub beta1: f64,
    /// Of the second moment.
    pub beta2: f64,
    /// Added to the root of the second moment.
    pub eps: f64,
    /// Of all parameters.
    pub weight_decay: f64,
    /// The longest gradient that is taken as it is; 0 for any.
    pub grad_clip_norm: f64,
}

impl Default for AdamOptions {
    fn default() -> AdamOptions {
        AdamOptions {
            learning_rate: 1e-3,
            beta1: 0.9,
            beta2: 0.95,
            eps: 1e-8,
            weight_decay: 0.0,
            grad_clip_norm: 0.0,
        }
    }
}

impl AdamOptions {
    fn check(&self) -> Result<(), Error> {
        let least = |x: f64| x >= 0.0 && x.is_finite();
        let checks = [
            (least(self.learning_rate), Opt::LearningRate),
            ((0.0..1.0).contains(&self.beta1), Opt::Beta1),
            ((0.0..1.0).contains(&self.beta2), Opt::Beta2),
            (self.eps > 0.0 && self.eps.is_finite(), Opt::Eps),
            (least(self.weight_decay), Opt::WeightDecay),
            (least(self.grad_clip_norm), Opt::GradClipNorm),
        ];
        match checks.iter().find(|(fine, _)| !fine) {
            Some(&(_, option)) => Err(Error::Option(option)),
            None => Ok(()),
        }
    }
}

impl<T: Real> Policy<T> {
    /// One step with the gradient, which is zero afterwards. Gives the gradient's norm before clipping.
    pub fn optim_step(&mut self, options: &AdamOptions) -> Result<f64, Error> {
        options.check()?;
        finite(&self.gradient)?;
        let norm = norm(&self.gradient);
        let limit = options.grad_clip_norm;
        let scale = T::of(if limit > 0.0 && norm > limit { limit / norm } else { 1.0 });
        self.step += 1;
        let AdamOptions { learning_rate, beta1, beta2, .. } = *options;
        let (b1, rest1) = (T::of(beta1), T::of(1.0 - beta1));
        let (b2, rest2) = (T::of(beta2), T::of(1.0 - beta2));
        let rate = T::of(learning_rate / (1.0 - power(beta1, self.step)));
        let unbias = T::of(1.0 / (1.0 - power(beta2, self.step)).sqrt());
        let keep = T::of(1.0 - learning_rate * options.weight_decay);
        let eps = T::of(options.eps);
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for ((p, g), (m, v)) in self.parameters.iter_mut().zip(&self.gradient).zip(moments) {
            let g = *g * scale;
            *m = b1 * *m + rest1 * g;
            *v = b2 * *v + rest2 * (g * g);
            *p = *p * keep - rate * *m / (v.root() * unbias + eps);
        }
        self.gradient.fill(T::zero());
        self.epoch += 1;
        Ok(norm)
    }
}

/// In float64, as squares of small float32 vanish.
fn norm<T: Real>(values: &[T]) -> f64 {
    let mut lanes = [0.0; 4];
    let (chunks, rest) = values.as_chunks::<4>();
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane += x.to_f64() * x.to_f64();
        }
    }
    let rest: f64 = rest.iter().map(|x| x.to_f64() * x.to_f64()).sum();
    ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3]) + rest).sqrt()
}

/// By squaring: the same bits everywhere, unlike a library's.
fn power(base: f64, mut exponent: u64) -> f64 {
    let (mut square, mut result) = (base, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    result
}
