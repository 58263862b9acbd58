//! Numbers, and the words that are no strings.

use crate::block::BLOCK;
use crate::view::View;

/// Where a number, `true`, `false`, `null`, `NaN` or an infinity ends; None where there is none of them.
#[inline(always)]
pub fn word(view: View, at: usize, first: u8) -> Option<usize> {
    match first {
        b'n' => is(view, at, b"null"),
        b't' => is(view, at, b"true"),
        b'f' => is(view, at, b"false"),
        b'N' => is(view, at, b"NaN"),
        b'I' => is(view, at, b"Infinity"),
        b'-' if view.at(at + 1) == b'I' => is(view, at + 1, b"Infinity"),
        b'-' => number(view, at + 1),
        _ => number(view, at),
    }
}

/// Where a number without a sign ends.
#[inline(always)]
fn number(view: View, from: usize) -> Option<usize> {
    let mut at = digits(view, from)?;
    if view.at(from) == b'0' && at > from + 1 {
        return None;
    }
    if view.at(at) == b'.' {
        at = digits(view, at + 1)?;
    }
    if view.at(at) | 0x20 == b'e' {
        at += 1;
        if matches!(view.at(at), b'+' | b'-') {
            at += 1;
        }
        at = digits(view, at)?;
    }
    Some(at)
}

/// Where digits end, if there is one.
#[inline(always)]
fn digits(view: View, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let count = view.block(at).digits().trailing_ones() as usize;
        at += count;
        if count < BLOCK {
            return (at > from).then_some(at);
        }
    }
}

#[inline(always)]
fn is<const N: usize>(view: View, at: usize, word: &[u8; N]) -> Option<usize> {
    (view.take::<N>(at) == *word).then_some(at + N)
}
