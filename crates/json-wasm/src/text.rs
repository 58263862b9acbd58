//! Strings.

use crate::block::{BLOCK, Block};
use crate::view::View;

const ODD: u32 = 0xaaaa_aaaa;
const LAST_FOUR: u32 = 0xf << (BLOCK - 4);

/// Where a string ends, behind its quotation mark, and how many bytes more than characters its escapes take; None where it is
/// not one. Its first byte is at `from`.
#[inline(always)]
pub fn string(view: View, from: usize) -> Option<(usize, i32)> {
    let block = view.block(from);
    let stops = block.stops();
    if stops == 0 || block.are(b'\\') & up_to_first(stops) != 0 {
        return long_string(view, from);
    }
    let stop = from + stops.trailing_zeros() as usize;
    (view.at(stop) == b'"').then_some((stop + 1, 0))
}

/// The same for one that is longer than a block, or has escapes: not inlined, so that short ones are left with the registers.
#[inline(never)]
fn long_string(view: View, from: usize) -> Option<(usize, i32)> {
    let mut at = from;
    let mut escaped = 0;
    loop {
        let block = view.block(at);
        let mut stops = block.stops();
        let mut backslashes = block.are(b'\\');
        let mut length = BLOCK;
        while backslashes & up_to_first(stops) != 0 {
            let first = backslashes.trailing_zeros();
            if !IS_SIMPLE[usize::from(view.at(at + first as usize + 1))] {
                let more = escapes(block, backslashes, stops)?;
                (stops, length) = (more.stops, more.length);
                escaped += more.escaped;
                break;
            }
            let pair = 3 << first;
            stops &= !pair;
            backslashes &= !pair;
            length = BLOCK.max(first as usize + 2);
            escaped += 1;
        }
        if stops != 0 {
            let stop = at + stops.trailing_zeros() as usize;
            return (view.at(stop) == b'"').then_some((stop + 1, escaped));
        }
        at += length;
    }
}

/// What a block has that was gone over with its escapes.
struct Escapes {
    /// Its stops that are not escaped.
    stops: u32,
    /// How much of it was gone over.
    length: usize,
    /// How many bytes more than characters its escapes take.
    escaped: i32,
}

/// Goes over all escapes of a block at once, however many: texts beyond ASCII have them one after the other. None where one of
/// them is none.
#[inline(always)]
fn escapes(block: Block, backslashes: u32, stops: u32) -> Option<Escapes> {
    // A bit for each backslash that is not escaped itself: of a row of them, those that are as far from its first one as every
    // other bit.
    let escapes = ((backslashes << 1 | ODD).wrapping_sub(backslashes) ^ ODD) & backslashes;
    let follow = escapes << 1;
    let hex_escapes = follow & block.are(b'u');
    let classes = block.classes();
    // What the block does not have the whole of is left to the next one.
    let incomplete = escapes & 1 << (BLOCK - 1) | (hex_escapes & LAST_FOUR) >> 1;
    let whole = !incomplete & incomplete.wrapping_sub(1);
    let stops = stops & !follow & whole;
    let inside = up_to_first(stops) & whole;
    let mut faults = follow & !classes.may_follow();
    let mut escaped = (escapes & inside).count_ones();
    if hex_escapes != 0 {
        let hex = classes.hex();
        faults |= hex_escapes & !(hex >> 1 & hex >> 2 & hex >> 3 & hex >> 4);
        escaped += 4 * (hex_escapes & inside).count_ones();
    }
    (faults & inside == 0).then_some(Escapes {
        stops,
        length: whole.trailing_ones() as usize,
        escaped: escaped as i32,
    })
}

/// The bits up to the first one that is set; all where none is.
#[inline(always)]
fn up_to_first(bits: u32) -> u32 {
    bits ^ bits.wrapping_sub(1)
}

/// What stands for a character behind a backslash.
static IS_SIMPLE: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &[u8] = br#""\/bfnrt"#;
    while let [byte, more @ ..] = rest {
        table[*byte as usize] = true;
        rest = more;
    }
    table
};
