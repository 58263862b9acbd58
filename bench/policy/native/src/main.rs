//! The policy as native code: `upperhand-bench-policy <folder of the task>`.

mod task;

use std::error::Error;
use std::path::PathBuf;
use task::{Contender, Task, serve};
use upperhand_policy::{
    AdamOptions, GenerateOptions, Key, LossDerivatives, Policy, ScoreOptions, Scores,
};

struct Native<'a> {
    task: &'a Task,
    policy: Policy<f32>,
    offsets: Vec<u32>,
    prompt_offsets: Vec<u32>,
    derivatives: Vec<f32>,
    adam: AdamOptions,
    squares: Option<[Vec<f32>; 3]>,
}

impl<'a> Native<'a> {
    fn new(task: &'a Task) -> Result<Native<'a>, upperhand_policy::Error> {
        let mut policy = Policy::<f32>::new(task.config, 0)?;
        policy.set_parameters(&task.parameters)?;
        let length = task.length();
        let offsets = |each: usize| (0..=task.lists).map(|list| (list * each) as u32).collect();
        Ok(Native {
            policy,
            offsets: offsets(length),
            prompt_offsets: offsets(task.prompts.len() / task.lists),
            derivatives: vec![-1.0 / (task.lists * (length - 1)) as f32; task.lists * length],
            adam: AdamOptions {
                learning_rate: task.learning_rate,
                beta1: task.betas[0],
                beta2: task.betas[1],
                eps: task.eps,
                weight_decay: 0.0,
                grad_clip_norm: task.grad_clip_norm,
            },
            task,
            squares: None,
        })
    }

    fn backward(&mut self, tokens: &[u32]) -> Scores<f32> {
        let loss =
            LossDerivatives { logprobs: &self.derivatives, entropies: &[], divergences: &[] };
        self.policy
            .forward_backward(tokens, &self.offsets, &loss, &ScoreOptions::default())
            .expect("the batch fits")
    }
}

impl Contender for Native<'_> {
    fn gradient(&mut self, tokens: &[u32]) -> Vec<f32> {
        self.policy.zero_gradient();
        self.backward(tokens);
        let gradient = self.policy.gradient().to_vec();
        self.policy.zero_gradient();
        gradient
    }

    fn train(&mut self, tokens: &[u32]) -> f64 {
        let scores = self.backward(tokens);
        self.policy.optim_step(&self.adam).expect("the gradient is finite");
        let sum: f64 = scores.logprobs.iter().map(|&x| f64::from(x)).sum();
        -sum / (self.task.lists * (self.task.length() - 1)) as f64
    }

    fn sample(&mut self, seed: u64) -> (Vec<u32>, Vec<f32>) {
        let keys: Vec<Key> =
            (0..self.task.lists as u64).map(|prompt| Key { seed, prompt, sample: 0 }).collect();
        let how = GenerateOptions {
            max_tokens: &[self.task.new_tokens as u32],
            temperature: 1.0,
            top_k: 0,
            top_p: 1.0,
            stop: &[],
        };
        let drawn = self
            .policy
            .sample(&self.task.prompts, &self.prompt_offsets, &keys, &how)
            .expect("the prompts fit");
        (drawn.tokens, drawn.logprobs)
    }

    fn product(&mut self, size: usize) -> f32 {
        let [a, b, c] = self
            .squares
            .get_or_insert_with(|| [0.5, 0.25, 0.0].map(|value| vec![value; size * size]));
        let stride = size as isize;
        // SAFETY: all three have size rows of size numbers.
        unsafe {
            matrixmultiply::sgemm(
                size,
                size,
                size,
                1.0,
                a.as_ptr(),
                stride,
                1,
                b.as_ptr(),
                stride,
                1,
                0.0,
                c.as_mut_ptr(),
                stride,
                1,
            );
        }
        c[size * size - 1]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: upperhand-bench-policy <folder>")?;
    let task = Task::read(&PathBuf::from(folder))?;
    serve(&task, &mut Native::new(&task)?)
}
