use crate::attention::{Heads, Places};
use crate::buffer::fit;
use crate::config::Config;
use crate::error::Error;
use crate::linear::{self, Into, Shape};
use crate::philox::{Key, Stream};
use crate::policy::Policy;
use crate::real::Real;
use crate::score::ROWS_AT_ONCE;
use crate::sequences::Sequences;

/// One sequence that grows: its tokens, and the keys and values of those that were fed.
pub(crate) struct Session<T> {
    id: u32,
    pub(crate) stream: Stream,
    pub(crate) tokens: Vec<u32>,
    /// Tokens whose keys and values are there.
    fed: usize,
    /// The policy's epoch when they were computed.
    epoch: u64,
    /// Of each position: keys and values of each block.
    past: Vec<T>,
    /// What the last fed token predicts.
    pub(crate) logits: Vec<T>,
}

impl<T: Real> Session<T> {
    /// Forgets what was computed; it is computed anew when it is needed.
    pub(crate) fn rewind(&mut self) {
        self.fed = 0;
    }

    fn clone_as(&self, id: u32, key: Key) -> Result<Session<T>, Error> {
        let mut session = Session {
            id,
            stream: Stream::new(key),
            tokens: Vec::new(),
            fed: self.fed,
            epoch: self.epoch,
            past: Vec::new(),
            logits: Vec::new(),
        };
        copy(&mut session.tokens, &self.tokens)?;
        copy(&mut session.past, &self.past)?;
        copy(&mut session.logits, &self.logits)?;
        Ok(session)
    }
}

fn copy<T: Copy + Default>(to: &mut Vec<T>, from: &[T]) -> Result<(), Error> {
    fit(to, &[from.len()])?;
    to.copy_from_slice(from);
    Ok(())
}

/// Where one block's keys and values lie among those of a position.
fn places(config: &Config, layer: usize) -> Places {
    let Config { layers, width, .. } = *config;
    let keys = 2 * width * layer;
    Places { stride: 2 * width * layers, keys, values: keys + width }
}

impl<T: Real> Policy<T> {
    /// One session for each list of tokens; their ids.
    pub fn open(
        &mut self,
        tokens: &[u32],
        offsets: &[u32],
        keys: &[Key],
    ) -> Result<Vec<u32>, Error> {
        let prompts = Sequences::new(tokens, offsets, &self.config, 1)?;
        if keys.len() != prompts.len() {
            return Err(Error::Length);
        }
        let before = self.sessions.len();
        let opened = self.open_all(&prompts, keys);
        if opened.is_err() {
            self.sessions.truncate(before);
        }
        opened
    }

    fn open_all(&mut self, prompts: &Sequences<'_>, keys: &[Key]) -> Result<Vec<u32>, Error> {
        let mut ids = Vec::new();
        for (at, &key) in keys.iter().enumerate() {
            let id = self.new_id();
            let mut session = Session {
                id,
                stream: Stream::new(key),
                tokens: Vec::new(),
                fed: 0,
                epoch: self.epoch,
                past: Vec::new(),
                logits: Vec::new(),
            };
            copy(&mut session.tokens, prompts.list(at))?;
            self.sessions.push(session);
            ids.push(id);
        }
        Ok(ids)
    }

    fn new_id(&mut self) -> u32 {
        let id = self.next_session;
        self.next_session = id.wrapping_add(1);
        id
    }

    /// Sessions that go on from where one is, one for each key.
    pub fn fork(&mut self, id: u32, keys: &[Key]) -> Result<Vec<u32>, Error> {
        let at = self.places(&[id])?;
        self.feed(&at)?;
        let before = self.sessions.len();
        let mut ids = Vec::new();
        for &key in keys {
            let id = self.new_id();
            match self.sessions[at[0]].clone_as(id, key) {
                Ok(session) => self.sessions.push(session),
                Err(error) => {
                    self.sessions.truncate(before);
                    return Err(error);
                }
            }
            ids.push(id);
        }
        Ok(ids)
    }

    /// Appends given tokens to sessions.
    pub fn extend(&mut self, ids: &[u32], tokens: &[u32], offsets: &[u32]) -> Result<(), Error> {
        let lists = Sequences::new(tokens, offsets, &self.config, 0)?;
        let places = self.places(ids)?;
        if lists.len() != places.len() {
            return Err(Error::Length);
        }
        for (at, &place) in places.iter().enumerate() {
            let list = lists.list(at);
            let session = &mut self.sessions[place].tokens;
            if session.len() + list.len() > self.config.context {
                return Err(Error::TooLong(at));
            }
            session.try_reserve(list.len()).map_err(|_| Error::Memory)?;
        }
        for (at, place) in places.into_iter().enumerate() {
            self.sessions[place].tokens.extend_from_slice(lists.list(at));
        }
        Ok(())
    }

    /// From now on sessions draw the numbers of other keys, one for each.
    pub fn rekey(&mut self, ids: &[u32], keys: &[Key]) -> Result<(), Error> {
        let places = self.places(ids)?;
        if keys.len() != places.len() {
            return Err(Error::Length);
        }
        for (place, &key) in places.into_iter().zip(keys) {
            self.sessions[place].stream = Stream::new(key);
        }
        Ok(())
    }

    /// Closes sessions.
    pub fn drop_sessions(&mut self, ids: &[u32]) -> Result<(), Error> {
        let mut places = self.places(ids)?;
        places.sort_unstable();
        let (mut at, mut gone) = (0, places.into_iter().peekable());
        self.sessions.retain(|_| {
            let keep = gone.next_if_eq(&at).is_none();
            at += 1;
            keep
        });
        Ok(())
    }

    /// Sessions that are open.
    pub fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// The tokens of a session.
    pub fn session_tokens(&self, id: u32) -> Result<&[u32], Error> {
        Ok(&self.sessions[self.places(&[id])?[0]].tokens)
    }

    /// Where sessions stand in the list; each may be named once.
    pub(crate) fn places(&self, ids: &[u32]) -> Result<Vec<usize>, Error> {
        let mut places = Vec::with_capacity(ids.len());
        let mut seen = vec![false; self.sessions.len()];
        for (at, &id) in ids.iter().enumerate() {
            let found = self.sessions.binary_search_by_key(&id, |session| session.id);
            let place = found.map_err(|_| Error::Session(at))?;
            if core::mem::replace(&mut seen[place], true) {
                return Err(Error::Twice(at));
            }
            places.push(place);
        }
        Ok(places)
    }

    /// Computes what sessions have not been fed yet, so that all have the logits of their last tokens.
    pub(crate) fn feed(&mut self, places: &[usize]) -> Result<(), Error> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        let mut rows = 0;
        for &place in places {
            let session = &mut self.sessions[place];
            if session.epoch != self.epoch {
                session.epoch = self.epoch;
                session.fed = 0;
            }
            let count = session.tokens.len() - session.fed;
            if count == 0 {
                continue;
            }
            if rows + count > ROWS_AT_ONCE && rows > 0 {
                self.feed_parts(&parts, rows)?;
                parts.clear();
                rows = 0;
            }
            parts.push((place, count));
            rows += count;
        }
        if rows > 0 { self.feed_parts(&parts, rows) } else { Ok(()) }
    }

    fn feed_parts(&mut self, parts: &[(usize, usize)], rows: usize) -> Result<(), Error> {
        let config = self.config;
        let Config { layers, width, vocabulary, .. } = config;
        let heads = Heads::new(config.heads, config.head_width());
        let (sessions, values) = (&mut self.sessions, &mut self.passing);
        values.fit(&config, rows, heads.probabilities(config.context), false)?;
        fit(&mut self.logits, &[parts.len(), vocabulary])?;
        fit(&mut self.last_rows, &[parts.len(), width])?;
        let mut inputs = Vec::with_capacity(rows);
        for &(place, count) in parts {
            let session = &mut sessions[place];
            let Session { tokens, fed, past, logits, .. } = session;
            inputs.extend(tokens[*fed..].iter().copied().zip(*fed..));
            fit(past, &[*fed + count, 2 * width * layers])?;
            fit(logits, &[vocabulary])?;
        }
        let (layout, parameters) = (&self.layout, &self.parameters);
        values.compute(&config, layout, parameters, inputs.into_iter(), |layer, block| {
            let places = places(&config, layer);
            let mut qkv = block.qkv.chunks_exact(3 * width);
            let mut attended = block.attended.chunks_exact_mut(width);
            for &(place, count) in parts {
                let Session { fed, past, .. } = &mut sessions[place];
                for position in *fed..*fed + count {
                    let (Some(row), Some(out)) = (qkv.next(), attended.next()) else { return };
                    let (query, both) = row.split_at(width);
                    past[places.stride * position + places.keys..][..2 * width]
                        .copy_from_slice(both);
                    let taken = heads.probabilities(position + 1);
                    let probabilities = &mut block.probabilities[..taken];
                    heads.forward(query, past, places, position + 1, probabilities, out);
                }
            }
        });
        let mut row = 0;
        for (&(_, count), to) in parts.iter().zip(self.last_rows.chunks_exact_mut(width)) {
            row += count;
            to.copy_from_slice(&values.output[width * (row - 1)..width * row]);
        }
        let shape = Shape { rows: parts.len(), inputs: width, outputs: vocabulary };
        let head = &parameters[layout.head.clone()];
        linear::forward(shape, &self.last_rows, head, Into::Replace, &mut self.logits);
        for (&(place, count), row) in parts.iter().zip(self.logits.chunks_exact(vocabulary)) {
            sessions[place].logits.copy_from_slice(row);
            sessions[place].fed += count;
        }
        Ok(())
    }
}
