//! The policy over burn-flex. One thread, as burn-flex has no others without its feature `rayon`.

use crate::task::{Contender, Task};
use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::module::attention;
use burn::tensor::ops::AttentionModuleOptions;
use burn::tensor::{Device, Int, Tensor, TensorData};
use upperhand_policy::{Config, Policy, Role, Tensor as Place};

/// Keys and values of one block.
type Past = Option<(Tensor<4>, Tensor<4>)>;

/// The net, its moments and the task.
pub struct Burn<'a> {
    task: &'a Task,
    places: Vec<Place>,
    /// All parameters; a vector is a matrix of one row.
    leaves: Vec<Tensor<2>>,
    moments: Vec<[Tensor<2>; 2]>,
    step: i32,
    plain: Device,
    tracked: Device,
    squares: Option<[Tensor<2>; 2]>,
}

fn norm(x: Tensor<3>, gain: Tensor<2>) -> Tensor<3> {
    let scale = (x.clone().square().mean_dim(2) + 1e-5).sqrt();
    x / scale * gain.unsqueeze::<3>()
}

/// One matrix product for all rows.
fn linear(x: Tensor<3>, w: Tensor<2>) -> Tensor<3> {
    let ([lists, rows, inputs], [_, outputs]) = (x.dims(), w.dims());
    x.reshape([lists * rows, inputs]).matmul(w).reshape([lists, rows, outputs])
}

impl<'a> Burn<'a> {
    /// Begins with the task's parameters.
    pub fn new(task: &'a Task) -> Burn<'a> {
        let plain = Device::flex();
        let tracked = Device::flex().autodiff();
        let places = Policy::<f32>::new(task.config, 0).expect("sizes in range").tensors().to_vec();
        let matrix = |place: &Place, values: &[f32], device: &Device| {
            let data = TensorData::new(values[place.range()].to_vec(), [place.rows, place.columns]);
            Tensor::<2>::from_data(data, device)
        };
        let zeros = vec![0.0; task.parameters.len()];
        Burn {
            leaves: places
                .iter()
                .map(|place| matrix(place, &task.parameters, &tracked).require_grad())
                .collect(),
            moments: places
                .iter()
                .map(|place| [0; 2].map(|_| matrix(place, &zeros, &plain)))
                .collect(),
            step: 0,
            squares: None,
            places,
            task,
            plain,
            tracked,
        }
    }

    fn indices<const D: usize>(
        &self,
        tokens: &[u32],
        shape: [usize; D],
        device: &Device,
    ) -> Tensor<D, Int> {
        let values: Vec<i32> = tokens.iter().map(|&token| token as i32).collect();
        Tensor::from_data(TensorData::new(values, shape), device)
    }

    /// Logits of rows that begin at position `start`, [lists, rows, vocabulary]. Keys and values are added to `past`.
    fn logits(
        &self,
        leaves: &[Tensor<2>],
        tokens: Tensor<2, Int>,
        start: usize,
        mut past: Option<&mut Vec<Past>>,
    ) -> Tensor<3> {
        let Config { layers, width, heads, .. } = self.task.config;
        let leaf = |role: Role, layer: Option<usize>| {
            let at =
                self.places.iter().position(|place| place.role == role && place.layer == layer);
            leaves[at.expect("every role has its tensor")].clone()
        };
        let [lists, rows] = tokens.dims();
        let embedded = leaf(Role::TokenEmbedding, None).select(0, tokens.reshape([lists * rows]));
        let positions = leaf(Role::PositionEmbedding, None)
            .slice([start..start + rows, 0..width])
            .unsqueeze::<3>();
        let mut x = embedded.reshape([lists, rows, width]) + positions;
        for layer in 0..layers {
            let leaf = |role: Role| leaf(role, Some(layer));
            let h = norm(x.clone(), leaf(Role::AttentionNorm));
            let all = linear(h, leaf(Role::AttentionIn));
            let part = |which: usize| {
                let columns =
                    all.clone().slice([0..lists, 0..rows, which * width..(which + 1) * width]);
                columns.reshape([lists, rows, heads, width / heads]).swap_dims(1, 2)
            };
            let (mut keys, mut values) = (part(1), part(2));
            if let Some(past) = past.as_deref_mut() {
                if let Some((k, v)) = past[layer].take() {
                    keys = Tensor::cat(vec![k, keys], 2);
                    values = Tensor::cat(vec![v, values], 2);
                }
                past[layer] = Some((keys.clone(), values.clone()));
            }
            // A single row looks back on everything.
            let options = AttentionModuleOptions { is_causal: rows > 1, ..Default::default() };
            let out = attention(part(0), keys, values, None, None, options);
            let out = out.swap_dims(1, 2).reshape([lists, rows, width]);
            x = x + linear(out, leaf(Role::AttentionOut));
            let h = norm(x.clone(), leaf(Role::FeedForwardNorm));
            let hidden = linear(h, leaf(Role::FeedForwardIn))
                + leaf(Role::FeedForwardInBias).unsqueeze::<3>();
            x = x
                + linear(relu(hidden), leaf(Role::FeedForwardOut))
                + leaf(Role::FeedForwardOutBias).unsqueeze::<3>();
        }
        if past.is_some() {
            x = x.slice([0..lists, rows - 1..rows, 0..width]);
        }
        linear(norm(x, leaf(Role::FinalNorm, None)), leaf(Role::Head, None))
    }

    fn loss(&self, tokens: &[u32]) -> Tensor<1> {
        let (lists, length) = (self.task.lists, self.task.length());
        let all = self.indices(tokens, [lists, length], &self.tracked);
        let inputs = all.clone().slice([0..lists, 0..length - 1]);
        let targets = all.slice([0..lists, 1..length]).reshape([lists * (length - 1), 1]);
        let logits = self.logits(&self.leaves, inputs, 0, None);
        let logits = logits.reshape([lists * (length - 1), self.task.config.vocabulary]);
        log_softmax(logits, 1).gather(1, targets).mean().neg()
    }

    fn slopes(&self, loss: &Tensor<1>) -> Vec<Tensor<2>> {
        let mut gradients = loss.backward();
        let slope = |leaf: &Tensor<2>| leaf.grad_remove(&mut gradients).expect("all take part");
        self.leaves.iter().map(slope).collect()
    }
}

fn number(x: Tensor<1>) -> f64 {
    f64::from(x.into_scalar::<f32>())
}

fn floats<const D: usize>(x: Tensor<D>) -> Vec<f32> {
    x.into_data().iter::<f32>().collect()
}

impl Contender for Burn<'_> {
    fn gradient(&mut self, tokens: &[u32]) -> Vec<f32> {
        self.slopes(&self.loss(tokens)).into_iter().flat_map(floats).collect()
    }

    /// Burn's own clipping is by tensor, so the norm is taken here; Adam is in the steps of burn's own.
    fn train(&mut self, tokens: &[u32]) -> f64 {
        let loss = self.loss(tokens);
        let slopes = self.slopes(&loss);
        let squares = slopes.iter().map(|slope| slope.clone().square().sum());
        let norm = number(squares.reduce(|a, b| a + b).expect("there are parameters")).sqrt();
        let scale = (self.task.grad_clip_norm / norm).min(1.0);
        self.step += 1;
        let [beta1, beta2] = self.task.betas;
        let rate = self.task.learning_rate / (1.0 - beta1.powi(self.step));
        let unbias = (1.0 - beta2.powi(self.step)).sqrt();
        let states = self.leaves.iter_mut().zip(&mut self.moments);
        for ((leaf, [first, second]), slope) in states.zip(slopes) {
            let slope = slope * scale;
            *first = first.clone() * beta1 + slope.clone() * (1.0 - beta1);
            *second = second.clone() * beta2 + slope.square() * (1.0 - beta2);
            let step = first.clone() / (second.clone().sqrt() / unbias + self.task.eps) * rate;
            *leaf = (leaf.clone().inner() - step).autodiff().require_grad();
        }
        number(loss.inner())
    }

    fn sample(&mut self, seed: u64) -> (Vec<u32>, Vec<f32>) {
        self.plain.seed(seed);
        let (lists, count) = (self.task.lists, self.task.new_tokens);
        let leaves: Vec<_> = self.leaves.iter().map(|leaf| leaf.clone().inner()).collect();
        let mut past = vec![None; self.task.config.layers];
        let start = self.task.prompts.len() / lists;
        let mut fed = self.indices(&self.task.prompts, [lists, start], &self.plain);
        let (mut tokens, mut logprobs) = (Vec::new(), Vec::new());
        for step in 0..count {
            let at = if step == 0 { 0 } else { start + step - 1 };
            let logits = self.logits(&leaves, fed, at, Some(&mut past));
            let row = log_softmax(logits.reshape([lists, self.task.config.vocabulary]), 1);
            fed = row.clone().exp().categorical(1);
            logprobs.push(row.gather(1, fed.clone()));
            tokens.push(fed.clone());
        }
        let tokens = Tensor::cat(tokens, 1).into_data().iter::<u32>().collect();
        (tokens, floats(Tensor::cat(logprobs, 1)))
    }

    fn product(&mut self, size: usize) -> f32 {
        let [a, b] = self
            .squares
            .get_or_insert_with(|| [0.5, 0.25].map(|x| Tensor::full([size, size], x, &self.plain)));
        let c = a.clone().matmul(b.clone());
        c.slice([size - 1..size, size - 1..size]).into_scalar::<f32>()
    }
}
