//! The forward pass, one sequence at a time, in the words of a tensor library; the library finds the derivatives.

use burn::tensor::activation::{log_softmax, relu, softmax};
use burn::tensor::{Bool, DType, Device, Int, Tensor, TensorData};
use upperhand_policy::{Config, Role, Tensor as Place};

/// All parameters, each tensor a leaf of the graph; a vector is a matrix of one row.
pub struct Twin {
    config: Config,
    places: Vec<Place>,
    leaves: Vec<Tensor<2>>,
    device: Device,
}

/// What a sequence of n tokens gives: n − 1 rows each.
pub struct Rows {
    /// Log probabilities of all tokens.
    pub all: Tensor<2>,
    /// Of the tokens that came.
    pub targets: Tensor<2>,
}

impl Twin {
    /// Of a flat vector.
    pub fn new(config: Config, places: &[Place], parameters: &[f64]) -> Twin {
        let device = Device::flex().autodiff();
        let leaves = places
            .iter()
            .map(|place| {
                let values = parameters[place.range()].to_vec();
                let data = TensorData::new(values, [place.rows, place.columns]);
                Tensor::<2>::from_data(data, (&device, DType::F64)).require_grad()
            })
            .collect();
        Twin { config, places: places.to_vec(), leaves, device }
    }

    fn leaf(&self, role: Role, layer: Option<usize>) -> Tensor<2> {
        let at = self.places.iter().position(|place| place.role == role && place.layer == layer);
        self.leaves[at.expect("every role has its tensor")].clone()
    }

    /// A number as a tensor: derivatives of divisions by plain numbers are rounded to float32.
    fn number(&self, value: f64) -> Tensor<2> {
        Tensor::from_data(TensorData::new(vec![value], [1, 1]), (&self.device, DType::F64))
    }

    /// x over the root of its mean square, times the gain.
    fn norm(&self, x: Tensor<2>, role: Role, layer: Option<usize>) -> Tensor<2> {
        let scale = ((x.clone() * x.clone()).mean_dim(1) + 1e-5).sqrt();
        x / scale * self.leaf(role, layer)
    }

    fn attention(&self, h: Tensor<2>, layer: usize) -> Tensor<2> {
        let Config { width, heads, .. } = self.config;
        let [rows, _] = h.dims();
        let all = h.matmul(self.leaf(Role::AttentionIn, Some(layer)));
        let part = |which: usize| {
            let columns = all.clone().slice([0..rows, which * width..(which + 1) * width]);
            columns.reshape([rows, heads, width / heads]).swap_dims(0, 1)
        };
        let scale = self.number(((width / heads) as f64).sqrt()).unsqueeze::<3>();
        let scores = part(0).matmul(part(1).swap_dims(1, 2)) / scale;
        let later = Tensor::<2, Bool>::tril_mask([rows, rows], 0, &self.device);
        let later = later.unsqueeze::<3>().expand([heads, rows, rows]);
        let weights = softmax(scores.mask_fill(later, -1e300), 2);
        let out = weights.matmul(part(2)).swap_dims(0, 1).reshape([rows, width]);
        out.matmul(self.leaf(Role::AttentionOut, Some(layer)))
    }

    fn feed_forward(&self, h: Tensor<2>, layer: usize) -> Tensor<2> {
        let leaf = |role| self.leaf(role, Some(layer));
        let hidden = relu(h.matmul(leaf(Role::FeedForwardIn)) + leaf(Role::FeedForwardInBias));
        hidden.matmul(leaf(Role::FeedForwardOut)) + leaf(Role::FeedForwardOutBias)
    }

    fn indices(&self, tokens: &[u32]) -> Tensor<1, Int> {
        let values: Vec<i64> = tokens.iter().map(|&token| i64::from(token)).collect();
        Tensor::from_data(TensorData::new(values, [tokens.len()]), &self.device)
    }

    /// Distributions after each token but the last.
    pub fn rows(&self, tokens: &[u32], temperature: f64) -> Rows {
        let rows = tokens.len() - 1;
        let embedded =
            self.leaf(Role::TokenEmbedding, None).select(0, self.indices(&tokens[..rows]));
        let positions = self.leaf(Role::PositionEmbedding, None);
        let mut x = embedded + positions.slice([0..rows, 0..self.config.width]);
        for layer in 0..self.config.layers {
            let h = self.norm(x.clone(), Role::AttentionNorm, Some(layer));
            x = x + self.attention(h, layer);
            let h = self.norm(x.clone(), Role::FeedForwardNorm, Some(layer));
            x = x + self.feed_forward(h, layer);
        }
        let logits = self.norm(x, Role::FinalNorm, None).matmul(self.leaf(Role::Head, None));
        let all = log_softmax(logits / self.number(temperature), 1);
        let targets = self.indices(&tokens[1..]).reshape([rows, 1]);
        Rows { targets: all.clone().gather(1, targets), all }
    }

    /// The derivatives of a loss, as a flat vector.
    pub fn gradient(&self, loss: Tensor<1>) -> Vec<f64> {
        let gradients = loss.backward();
        let of = |leaf: &Tensor<2>| match leaf.grad(&gradients) {
            Some(gradient) => gradient.into_data().iter::<f64>().collect(),
            None => vec![0.0; leaf.shape().num_elements()],
        };
        self.leaves.iter().flat_map(of).collect()
    }
}
