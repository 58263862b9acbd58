//! The policy for JavaScript: exports, and no logic. An instance of the module holds one policy.
//!
//! The module imports nothing. Arrays go in through two arenas, `words` (uint32) and `floats` (float32), which a call reads
//! from their beginning in the order that its parameters name, and come out of two others. Every function that returns a
//! status returns 0 when it was done; else nothing has been changed, and `problemAt` and `problemGot` tell more. Pointers are
//! byte addresses, good until the next call; views of the memory must be made anew after every call.
//!
//! | call | reads | gives |
//! |---|---|---|
//! | `create` | | |
//! | `tensors` | | words: role, block + 1 (or 0), offset, 1 for a matrix, rows, columns of each |
//! | `setParameters`, `setReference`, `addGradient` | floats: as many as there are parameters | |
//! | `open(lists, tokens)` | words: offsets, tokens, keys | words: ids |
//! | `fork(session, keys)` | words: keys | words: ids |
//! | `extend(sessions, tokens)` | words: ids, offsets, tokens | |
//! | `generate(sessions, limits, stops, …)` | words: ids, limits, stop tokens | words: offsets, tokens, reasons; floats: log probabilities |
//! | `sample(prompts, tokens, keys, limits, stops, …)` | words: offsets, tokens, keys, limits, stop tokens | as `generate` |
//! | `rekey(sessions)` | words: ids, keys | |
//! | `dropSessions(sessions)` | words: ids | |
//! | `score(lists, tokens, temperature, flags)` | words: offsets, tokens | floats: log probabilities, then entropies (flag 1), divergences (flag 2); flag 16: of the reference |
//! | `forwardBackward(…)` | and floats: derivatives by log probabilities, entropies (flag 4), divergences (flag 8) | as `score`; flags 4 and 8 include 1 and 2 |
//! | `optimStep(…)` | | `result`: the gradient's norm |
//! | `exportState` | | words |
//! | `importState(words)` | words | |
//!
//! A key is six words: seed, prompt and sample, each the lower half first. Reasons: 0 stop token, 1 length, 2 context.
//!
//! | status | meaning (at, got) |
//! |---|---|
//! | 1 | a size of the config is out of range (which, the size) |
//! | 2 | the width is no multiple of the heads |
//! | 3 | too many parameters |
//! | 4 | no memory |
//! | 5 | offsets do not ascend from 0 to the number of tokens |
//! | 6 | a token is not in the vocabulary (where) |
//! | 7, 8 | a list is too short, too long (which) |
//! | 9 | lengths do not fit |
//! | 10 | a number is not finite (where) |
//! | 11 | an option is out of range (0 temperature, 1 topP, 2 learning rate, 3 beta1, 4 beta2, 5 eps, 6 weight decay, 7 clip norm) |
//! | 12, 13 | no such session, named twice (which) |
//! | 14 | no reference |
//! | 15 | the logits are not finite |
//! | 16, 17, 18 | a state is damaged, of another config, of an unknown format |
//! | 19 | nothing was created yet |

mod host;
mod status;
#[cfg(test)]
mod tests;

use host::{Input, Out, ask, call, grow, look};
use upperhand_policy::{
    AdamOptions, Config, Error, GenerateOptions, Generated, LossDerivatives, Policy, ScoreOptions,
    Scores,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// Makes room in both arenas.
#[wasm_bindgen]
pub fn reserve(words: u32, floats: u32) -> u32 {
    call(|host| {
        grow(&mut host.words, words as usize)?;
        Ok(grow(&mut host.floats, floats as usize)?)
    })
}

/// The arena of words.
#[wasm_bindgen(js_name = wordsPointer)]
pub fn words_pointer() -> usize {
    look(|host| host.words.as_ptr().addr())
}

/// The arena of floats.
#[wasm_bindgen(js_name = floatsPointer)]
pub fn floats_pointer() -> usize {
    look(|host| host.floats.as_ptr().addr())
}

/// The words that the last call gave.
#[wasm_bindgen(js_name = outWordsPointer)]
pub fn out_words_pointer() -> usize {
    look(|host| host.out.words.as_ptr().addr())
}

/// How many.
#[wasm_bindgen(js_name = outWordsLength)]
pub fn out_words_length() -> usize {
    look(|host| host.out.words.len())
}

/// The floats that the last call gave.
#[wasm_bindgen(js_name = outFloatsPointer)]
pub fn out_floats_pointer() -> usize {
    look(|host| host.out.floats.as_ptr().addr())
}

/// How many.
#[wasm_bindgen(js_name = outFloatsLength)]
pub fn out_floats_length() -> usize {
    look(|host| host.out.floats.len())
}

/// The number that the last call gave.
#[wasm_bindgen]
pub fn result() -> f64 {
    look(|host| host.out.number)
}

/// Where the last problem was.
#[wasm_bindgen(js_name = problemAt)]
pub fn problem_at() -> u32 {
    look(|host| host.problem.at)
}

/// What was there.
#[wasm_bindgen(js_name = problemGot)]
pub fn problem_got() -> u32 {
    look(|host| host.problem.got)
}

/// The instance's policy, in place of any that there was.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn create(
    layers: u32,
    width: u32,
    heads: u32,
    feed_forward: u32,
    context: u32,
    vocabulary: u32,
    seed_low: u32,
    seed_high: u32,
) -> u32 {
    call(|host| {
        let [layers, width, heads, feed_forward, context, vocabulary] =
            [layers, width, heads, feed_forward, context, vocabulary].map(|size| size as usize);
        let config = Config { layers, width, heads, feed_forward, context, vocabulary };
        let seed = u64::from(seed_low) | u64::from(seed_high) << 32;
        host.policy = Some(Policy::new(config, seed)?);
        Ok(())
    })
}

/// Places of all tensors.
#[wasm_bindgen]
pub fn tensors() -> u32 {
    ask(|policy, _, out| {
        out.words.clear();
        for tensor in policy.tensors() {
            let block = tensor.layer.map_or(0, |layer| layer + 1);
            let sizes = [tensor.offset, usize::from(tensor.matrix), tensor.rows, tensor.columns];
            out.words.extend([tensor.role as u32, block as u32]);
            out.words.extend(sizes.map(|size| size as u32));
        }
        Ok(())
    })
}

/// How many parameters there are; 0 before there is a policy.
#[wasm_bindgen(js_name = parameterCount)]
pub fn parameter_count() -> usize {
    look(|host| host.policy.as_ref().map_or(0, |policy| policy.parameters().len()))
}

/// The parameters themselves, to read.
#[wasm_bindgen(js_name = parametersPointer)]
pub fn parameters_pointer() -> usize {
    look(|host| host.policy.as_ref().map_or(0, |policy| policy.parameters().as_ptr().addr()))
}

/// The gradient itself, to read.
#[wasm_bindgen(js_name = gradientPointer)]
pub fn gradient_pointer() -> usize {
    look(|host| host.policy.as_ref().map_or(0, |policy| policy.gradient().as_ptr().addr()))
}

/// Optimizer steps done.
#[wasm_bindgen]
pub fn steps() -> f64 {
    look(|host| host.policy.as_ref().map_or(0.0, |policy| policy.step() as f64))
}

fn all<'a>(policy: &Policy<f32>, input: &mut Input<'a>) -> Result<&'a [f32], Error> {
    input.floats(policy.parameters().len() as u32)
}

/// Replaces the parameters.
#[wasm_bindgen(js_name = setParameters)]
pub fn set_parameters() -> u32 {
    ask(|policy, mut input, _| policy.set_parameters(all(policy, &mut input)?))
}

/// The reference for divergences: floats, or (0) the present parameters.
#[wasm_bindgen(js_name = setReference)]
pub fn set_reference(given: u32) -> u32 {
    ask(|policy, mut input, _| {
        let values = if given == 0 { None } else { Some(all(policy, &mut input)?) };
        policy.set_reference(values)
    })
}

/// Adds to the gradient.
#[wasm_bindgen(js_name = addGradient)]
pub fn add_gradient() -> u32 {
    ask(|policy, mut input, _| policy.add_gradient(all(policy, &mut input)?))
}

/// Forgets the gradient.
#[wasm_bindgen(js_name = zeroGradient)]
pub fn zero_gradient() -> u32 {
    ask(|policy, _, _| {
        policy.zero_gradient();
        Ok(())
    })
}

/// Opens sessions.
#[wasm_bindgen]
pub fn open(lists: u32, tokens: u32) -> u32 {
    ask(|policy, mut input, out| {
        let (offsets, tokens) = (input.offsets(lists)?, input.words(tokens)?);
        out.words = policy.open(tokens, offsets, &input.keys(lists)?)?;
        Ok(())
    })
}

/// Opens sessions that go on from where one is.
#[wasm_bindgen]
pub fn fork(session: u32, keys: u32) -> u32 {
    ask(|policy, mut input, out| {
        out.words = policy.fork(session, &input.keys(keys)?)?;
        Ok(())
    })
}

/// Appends tokens to sessions.
#[wasm_bindgen]
pub fn extend(sessions: u32, tokens: u32) -> u32 {
    ask(|policy, mut input, _| {
        let (ids, offsets) = (input.words(sessions)?, input.offsets(sessions)?);
        policy.extend(ids, input.words(tokens)?, offsets)
    })
}

/// Gives sessions other keys.
#[wasm_bindgen]
pub fn rekey(sessions: u32) -> u32 {
    ask(|policy, mut input, _| {
        let ids = input.words(sessions)?;
        policy.rekey(ids, &input.keys(sessions)?)
    })
}

/// Closes sessions.
#[wasm_bindgen(js_name = dropSessions)]
pub fn drop_sessions(sessions: u32) -> u32 {
    ask(|policy, mut input, _| policy.drop_sessions(input.words(sessions)?))
}

/// Sessions that are open.
#[wasm_bindgen(js_name = sessionCount)]
pub fn session_count() -> usize {
    look(|host| host.policy.as_ref().map_or(0, |policy| policy.session_count()))
}

fn give(generated: Generated<f32>, out: &mut Out) {
    out.words = generated.offsets;
    out.words.extend(generated.tokens);
    out.words.extend(generated.reasons.into_iter().map(|reason| reason as u32));
    out.floats = generated.logprobs;
}

/// Generates for sessions.
#[wasm_bindgen]
pub fn generate(
    sessions: u32,
    limits: u32,
    stops: u32,
    temperature: f64,
    top_k: u32,
    top_p: f64,
) -> u32 {
    ask(|policy, mut input, out| {
        let ids = input.words(sessions)?;
        let (max_tokens, stop) = (input.words(limits)?, input.words(stops)?);
        let top_k = top_k as usize;
        let options = GenerateOptions { max_tokens, temperature, top_k, top_p, stop };
        give(policy.generate(ids, &options)?, out);
        Ok(())
    })
}

/// Generates samples of prompts.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "numbers are what crosses the boundary for free")]
pub fn sample(
    prompts: u32,
    tokens: u32,
    keys: u32,
    limits: u32,
    stops: u32,
    temperature: f64,
    top_k: u32,
    top_p: f64,
) -> u32 {
    ask(|policy, mut input, out| {
        let (offsets, tokens) = (input.offsets(prompts)?, input.words(tokens)?);
        let keys = input.keys(keys)?;
        let (max_tokens, stop) = (input.words(limits)?, input.words(stops)?);
        let top_k = top_k as usize;
        let options = GenerateOptions { max_tokens, temperature, top_k, top_p, stop };
        give(policy.sample(tokens, offsets, &keys, &options)?, out);
        Ok(())
    })
}

fn tell(scores: Scores<f32>, out: &mut Out) {
    out.floats = scores.logprobs;
    out.floats.extend(scores.entropies);
    out.floats.extend(scores.divergences);
}

/// Scores lists.
#[wasm_bindgen]
pub fn score(lists: u32, tokens: u32, temperature: f64, flags: u32) -> u32 {
    ask(|policy, mut input, out| {
        let (offsets, tokens) = (input.offsets(lists)?, input.words(tokens)?);
        let options =
            ScoreOptions { temperature, entropy: flags & 1 != 0, divergence: flags & 2 != 0 };
        let scores = if flags & 16 == 0 {
            policy.score(tokens, offsets, &options)?
        } else {
            policy.score_reference(tokens, offsets, &options)?
        };
        tell(scores, out);
        Ok(())
    })
}

/// Scores lists and adds a gradient.
#[wasm_bindgen(js_name = forwardBackward)]
pub fn forward_backward(lists: u32, tokens: u32, temperature: f64, flags: u32) -> u32 {
    ask(|policy, mut input, out| {
        let count = tokens;
        let (offsets, tokens) = (input.offsets(lists)?, input.words(tokens)?);
        let options =
            ScoreOptions { temperature, entropy: flags & 1 != 0, divergence: flags & 2 != 0 };
        let optional = |flag: u32| if flags & flag != 0 { count } else { 0 };
        let derivatives = LossDerivatives {
            logprobs: input.floats(count)?,
            entropies: input.floats(optional(4))?,
            divergences: input.floats(optional(8))?,
        };
        tell(policy.forward_backward(tokens, offsets, &derivatives, &options)?, out);
        Ok(())
    })
}

/// One step of the optimizer.
#[wasm_bindgen(js_name = optimStep)]
pub fn optim_step(
    learning_rate: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    weight_decay: f64,
    grad_clip_norm: f64,
) -> u32 {
    ask(|policy, _, out| {
        let options =
            AdamOptions { learning_rate, beta1, beta2, eps, weight_decay, grad_clip_norm };
        out.number = policy.optim_step(&options)?;
        Ok(())
    })
}

/// What training goes on from.
#[wasm_bindgen(js_name = exportState)]
pub fn export_state() -> u32 {
    ask(|policy, _, out| {
        out.words = policy.export_state()?;
        Ok(())
    })
}

/// Goes on from there.
#[wasm_bindgen(js_name = importState)]
pub fn import_state(words: u32) -> u32 {
    ask(|policy, mut input, _| policy.import_state(input.words(words)?))
}
