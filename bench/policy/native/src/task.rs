//! What the Rust programs of the benchmark have in common: the task that all contenders are given, and the wire.

use std::error::Error;
use std::fs::{read, write};
use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::time::Instant;
use upperhand_policy::Config;

/// Net, data and optimizer, the same for everybody.
pub struct Task {
    /// The net's sizes.
    pub config: Config,
    /// The flat vector to begin with.
    pub parameters: Vec<f32>,
    /// Token lists of one length, all the lists of a batch one after the other.
    pub batches: Vec<Vec<u32>>,
    /// Lists of a batch, and prompts.
    pub lists: usize,
    /// Prompts of one length, one after the other.
    pub prompts: Vec<u32>,
    /// Tokens to sample after each prompt.
    pub new_tokens: usize,
    /// Of Adam.
    pub learning_rate: f64,
    /// Of Adam's moments.
    pub betas: [f64; 2],
    /// Of Adam.
    pub eps: f64,
    /// The longest gradient that is taken as it is.
    pub grad_clip_norm: f64,
}

/// Whatever computes it.
pub trait Contender {
    /// Of a batch's mean cross-entropy, in the order of the flat vector. Changes nothing.
    fn gradient(&mut self, tokens: &[u32]) -> Vec<f32>;
    /// One step; the loss before it.
    fn train(&mut self, tokens: &[u32]) -> f64;
    /// Tokens for each prompt, and their log probabilities.
    fn sample(&mut self, seed: u64) -> (Vec<u32>, Vec<f32>);
    /// A product of two square matrices; one of its elements.
    fn product(&mut self, size: usize) -> f32;
}

impl Task {
    /// Reads the folder that the benchmark wrote.
    pub fn read(folder: &Path) -> Result<Task, Box<dyn Error>> {
        Task::of(|name| Ok(read(folder.join(name))?))
    }

    /// Of files that somebody gets by their names.
    pub fn of(
        file: impl Fn(&str) -> Result<Vec<u8>, Box<dyn Error>>,
    ) -> Result<Task, Box<dyn Error>> {
        let json: serde_json::Value = serde_json::from_slice(&file("task.json")?)?;
        let number = |of: &serde_json::Value, name: &str| {
            of[name].as_f64().ok_or_else(|| format!("task.json: no number {name}"))
        };
        let size = |name: &str| number(&json["config"], name).map(|x| x as usize);
        let words = |name: &str| -> Result<Vec<u32>, Box<dyn Error>> {
            let bytes = file(name)?;
            Ok(bytes.as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect())
        };
        let parameters = words("parameters.f32")?.into_iter().map(f32::from_bits).collect();
        let batches = number(&json, "batches")? as usize;
        let tokens = words("tokens.u32")?;
        let adam = |name: &str| number(&json["adam"], name);
        Ok(Task {
            config: Config {
                layers: size("layers")?,
                width: size("width")?,
                heads: size("heads")?,
                feed_forward: size("feedForward")?,
                context: size("context")?,
                vocabulary: size("vocabulary")?,
            },
            parameters,
            batches: tokens.chunks(tokens.len() / batches).map(<[u32]>::to_vec).collect(),
            lists: number(&json, "lists")? as usize,
            prompts: words("prompts.u32")?,
            new_tokens: number(&json, "newTokens")? as usize,
            learning_rate: adam("learningRate")?,
            betas: [adam("beta1")?, adam("beta2")?],
            eps: adam("eps")?,
            grad_clip_norm: adam("gradClipNorm")?,
        })
    }

    /// Tokens of a list, the last of which is only predicted.
    pub fn length(&self) -> usize {
        self.batches[0].len() / self.lists
    }
}

/// Answers each line of standard input, a call and perhaps a file for its results (as float64), with a line of
/// nanoseconds: `gradient BATCH`, `train BATCHES`, `sample SEED`, `product SIZE`.
pub fn serve(task: &Task, contender: &mut impl Contender) -> Result<(), Box<dyn Error>> {
    for line in stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [what, number, files @ ..] = words.as_slice() else {
            return Err("a line is: call, number, file".into());
        };
        let number: usize = number.parse()?;
        let start = Instant::now();
        let results = answer(task, contender, what, number)?;
        let nanoseconds = start.elapsed().as_nanos();
        if let [file] = files {
            let bytes: Vec<u8> = results.iter().flat_map(|x| x.to_le_bytes()).collect();
            write(file, bytes)?;
        }
        println!("{nanoseconds}");
        stdout().flush()?;
    }
    Ok(())
}

/// The numbers of a call.
pub fn answer(
    task: &Task,
    contender: &mut impl Contender,
    what: &str,
    number: usize,
) -> Result<Vec<f64>, Box<dyn Error>> {
    Ok(match what {
        "gradient" => {
            contender.gradient(&task.batches[number]).into_iter().map(f64::from).collect()
        }
        "train" => task.batches.iter().cycle().take(number).map(|b| contender.train(b)).collect(),
        "sample" => {
            let (tokens, logprobs) = contender.sample(number as u64);
            tokens.into_iter().map(f64::from).chain(logprobs.into_iter().map(f64::from)).collect()
        }
        "product" => vec![f64::from(contender.product(number))],
        _ => return Err(format!("no call {what}").into()),
    })
}
