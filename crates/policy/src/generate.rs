use crate::choose::{Cut, Room, choose, most_likely};
use crate::error::{Error, Opt};
use crate::output::log_softmax;
use crate::philox::Key;
use crate::policy::Policy;
use crate::real::Real;
use crate::score::TEMPERATURES;
use crate::sequences::Sequences;

/// How to sample.
#[derive(Clone, Copy, Debug)]
pub struct GenerateOptions<'a> {
    /// For all sessions (one number), or for each.
    pub max_tokens: &'a [u32],
    /// Divides the logits, 0.001 to 1000; 0 takes the most likely token.
    pub temperature: f64,
    /// Only so many of the most likely tokens; 0 for all.
    pub top_k: usize,
    /// Only the fewest most likely tokens that have this probability together.
    pub top_p: f64,
    /// Tokens that end a sample, as its last.
    pub stop: &'a [u32],
}

/// Why a sample ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// By a stop token.
    Stop = 0,
    /// It has as many tokens as it may.
    Length = 1,
    /// The context is full.
    Context = 2,
}

/// The samples: list i is `tokens[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generated<T> {
    /// Of all samples.
    pub tokens: Vec<u32>,
    /// One more than there are samples.
    pub offsets: Vec<u32>,
    /// Of each token, at the sampling temperature, among all tokens.
    pub logprobs: Vec<T>,
    /// Of each sample.
    pub reasons: Vec<StopReason>,
}

/// One sample on its way.
struct Growing<T> {
    place: usize,
    most: usize,
    tokens: Vec<u32>,
    logprobs: Vec<T>,
    reason: Option<StopReason>,
}

impl<T: Real> Policy<T> {
    /// Goes on with sessions, all together. Where the logits are not finite, nothing of this call is kept.
    pub fn generate(
        &mut self,
        ids: &[u32],
        options: &GenerateOptions<'_>,
    ) -> Result<Generated<T>, Error> {
        let places = self.places(ids)?;
        options.check(places.len(), self.config.vocabulary)?;
        let most = |at: usize| options.max_tokens[at % options.max_tokens.len()] as usize;
        let mut samples: Vec<Growing<T>> = places
            .iter()
            .enumerate()
            .map(|(at, &place)| Growing {
                place,
                most: most(at),
                tokens: Vec::new(),
                logprobs: Vec::new(),
                reason: None,
            })
            .collect();
        let done = self.grow(&mut samples, options);
        if let Err(error) = done {
            for sample in &samples {
                let tokens = &mut self.sessions[sample.place].tokens;
                tokens.truncate(tokens.len() - sample.tokens.len());
                self.sessions[sample.place].rewind();
            }
            return Err(error);
        }
        let mut generated = Generated { offsets: vec![0], ..Generated::default() };
        for sample in samples {
            generated.tokens.extend(sample.tokens);
            generated.logprobs.extend(sample.logprobs);
            generated.offsets.push(generated.tokens.len() as u32);
            generated.reasons.push(sample.reason.unwrap_or(StopReason::Length));
        }
        Ok(generated)
    }

    fn grow(
        &mut self,
        samples: &mut [Growing<T>],
        options: &GenerateOptions<'_>,
    ) -> Result<(), Error> {
        let greedy = options.temperature == 0.0;
        let inverse = T::of(if greedy { 1.0 } else { 1.0 / options.temperature });
        let (mut row, mut room) = (Vec::new(), Room::default());
        loop {
            for sample in samples.iter_mut().filter(|sample| sample.reason.is_none()) {
                if sample.tokens.len() == sample.most {
                    sample.reason = Some(StopReason::Length);
                } else if self.sessions[sample.place].tokens.len() == self.config.context {
                    sample.reason = Some(StopReason::Context);
                }
            }
            let going = samples.iter().filter(|sample| sample.reason.is_none());
            let places: Vec<usize> = going.map(|sample| sample.place).collect();
            if places.is_empty() {
                return Ok(());
            }
            self.feed(&places)?;
            for sample in samples.iter_mut().filter(|sample| sample.reason.is_none()) {
                let session = &mut self.sessions[sample.place];
                row.clear();
                row.extend_from_slice(&session.logits);
                log_softmax(&mut row, inverse);
                let token = if greedy {
                    most_likely(&row)
                } else {
                    let uniform = session.stream.uniform(session.tokens.len() as u64);
                    choose(&row, options.cut(), uniform, &mut room)
                };
                if !row[token].to_f64().is_finite() {
                    return Err(Error::Diverged);
                }
                session.tokens.push(token as u32);
                sample.tokens.push(token as u32);
                sample.logprobs.push(row[token]);
                if options.stop.contains(&(token as u32)) {
                    sample.reason = Some(StopReason::Stop);
                }
            }
        }
    }

    /// Opens a session for each prompt, samples it once for each of its keys, and closes them. The keys are those of the
    /// first prompt, then those of the next …
    pub fn sample(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        keys: &[Key],
        options: &GenerateOptions<'_>,
    ) -> Result<Generated<T>, Error> {
        let prompts = Sequences::new(tokens, offsets, &self.config, 1)?.len();
        if prompts == 0 || keys.is_empty() || !keys.len().is_multiple_of(prompts) {
            return Err(Error::Length);
        }
        options.check(keys.len(), self.config.vocabulary)?;
        let each = keys.len() / prompts;
        let first: Vec<Key> = keys.iter().copied().step_by(each).collect();
        let before = self.sessions.len();
        let generated = self.sample_opened(tokens, offsets, keys, &first, options);
        self.sessions.truncate(before);
        generated
    }

    fn sample_opened(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        keys: &[Key],
        first: &[Key],
        options: &GenerateOptions<'_>,
    ) -> Result<Generated<T>, Error> {
        let opened = self.open(tokens, offsets, first)?;
        let places = self.places(&opened)?;
        self.feed(&places)?;
        let mut ids = Vec::with_capacity(keys.len());
        for (id, keys) in opened.into_iter().zip(keys.chunks(keys.len() / first.len())) {
            ids.push(id);
            ids.extend(self.fork(id, keys.get(1..).unwrap_or_default())?);
        }
        self.generate(&ids, options)
    }
}

impl GenerateOptions<'_> {
    fn cut(&self) -> Cut {
        Cut { top_k: self.top_k, top_p: self.top_p }
    }

    fn check(&self, samples: usize, vocabulary: usize) -> Result<(), Error> {
        if self.temperature != 0.0 && !TEMPERATURES.contains(&self.temperature) {
            return Err(Error::Option(Opt::Temperature));
        }
        if !(self.top_p > 0.0 && self.top_p <= 1.0) {
            return Err(Error::Option(Opt::TopP));
        }
        if self.max_tokens.len() != 1 && self.max_tokens.len() != samples {
            return Err(Error::Length);
        }
        match self.stop.iter().position(|&token| token as usize >= vocabulary) {
            Some(at) => Err(Error::Token(at)),
            None => Ok(()),
        }
    }
}
