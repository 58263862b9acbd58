use crate::status::{NO_POLICY, Problem};
use core::cell::RefCell;
use upperhand_policy::{Error, Key, Policy};

/// All that an instance of the module has.
#[derive(Default)]
pub(crate) struct Host {
    pub(crate) policy: Option<Policy<f32>>,
    pub(crate) words: Vec<u32>,
    pub(crate) floats: Vec<f32>,
    pub(crate) out: Out,
    pub(crate) problem: Problem,
}

/// What the last call gave.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) words: Vec<u32>,
    pub(crate) floats: Vec<f32>,
    pub(crate) number: f64,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// Runs `work` on the host, which is never taken twice, as no call reaches JavaScript.
pub(crate) fn look<T: Default>(work: impl FnOnce(&mut Host) -> T) -> T {
    let run = |cell: &RefCell<Host>| cell.try_borrow_mut().ok().map(|mut host| work(&mut host));
    HOST.try_with(run).ok().flatten().unwrap_or_default()
}

/// [`look`] for calls that may be refused: 0, or the status.
pub(crate) fn call(work: impl FnOnce(&mut Host) -> Result<(), Problem>) -> u32 {
    look(|host| {
        host.problem = work(host).err().unwrap_or_default();
        host.problem.status
    })
}

/// A call on the policy with what stands in the arenas.
pub(crate) fn ask(
    work: impl FnOnce(&mut Policy<f32>, Input<'_>, &mut Out) -> Result<(), Error>,
) -> u32 {
    call(|host| {
        let policy = host.policy.as_mut().ok_or(NO_POLICY)?;
        let input = Input { words: &host.words, floats: &host.floats };
        Ok(work(policy, input, &mut host.out)?)
    })
}

/// What is still to be read of the arenas.
pub(crate) struct Input<'a> {
    words: &'a [u32],
    floats: &'a [f32],
}

impl<'a> Input<'a> {
    pub(crate) fn words(&mut self, count: u32) -> Result<&'a [u32], Error> {
        take(&mut self.words, count as usize)
    }

    pub(crate) fn floats(&mut self, count: u32) -> Result<&'a [f32], Error> {
        take(&mut self.floats, count as usize)
    }

    /// As many offsets as lists, and one.
    pub(crate) fn offsets(&mut self, lists: u32) -> Result<&'a [u32], Error> {
        self.words(lists.checked_add(1).ok_or(Error::Length)?)
    }

    /// Three numbers of 64 bits for each key, lower halves first.
    pub(crate) fn keys(&mut self, count: u32) -> Result<Vec<Key>, Error> {
        let words = self.words(count.checked_mul(6).ok_or(Error::Length)?)?;
        let whole = |lo: u32, hi: u32| u64::from(lo) | u64::from(hi) << 32;
        let (keys, _) = words.as_chunks::<6>();
        Ok(keys
            .iter()
            .map(|&[a, b, c, d, e, f]| Key {
                seed: whole(a, b),
                prompt: whole(c, d),
                sample: whole(e, f),
            })
            .collect())
    }
}

fn take<'a, T>(from: &mut &'a [T], count: usize) -> Result<&'a [T], Error> {
    let (taken, rest) = from.split_at_checked(count).ok_or(Error::Length)?;
    *from = rest;
    Ok(taken)
}

/// Makes an arena at least so long; one that grows loses what it held.
pub(crate) fn grow<T: Copy + Default>(arena: &mut Vec<T>, length: usize) -> Result<(), Error> {
    if length > arena.len() {
        *arena = Vec::new();
        arena.try_reserve_exact(length).map_err(|_| Error::Memory)?;
        arena.resize(length, T::default());
    }
    Ok(())
}
