//! Arrays of numbers, such as tokens and their probabilities: those of 64 bytes at once.

use crate::block::{BLOCK, Block};
use crate::view::View;

/// Moves past numbers that have a comma behind them: where the first one is that was not passed, and how many were. A value begins
/// at `from`. Whatever is not as most files have it, with a blank behind each comma or none, is not passed.
#[inline(never)]
pub fn pass_numbers(view: View, from: usize) -> (usize, i32) {
    let mut at = from;
    let mut count = 0;
    loop {
        let commas = Numbers { view, at }.commas();
        let length = (u64::BITS - commas.leading_zeros()) as usize;
        count += commas.count_ones() as i32;
        at = view.skip_blanks(at + length);
        // Where there is less, the array ends there, or something else comes.
        if length < BLOCK {
            return (at, count);
        }
    }
}

/// The bytes from a place on.
struct Numbers {
    view: View,
    at: usize,
}

impl Numbers {
    #[inline(always)]
    fn bits(&self, test: impl Fn(Block) -> u32) -> u64 {
        let [first, second] = [0, BLOCK].map(|behind| test(self.view.block(self.at + behind)));
        u64::from(first) | u64::from(second) << BLOCK
    }

    #[inline(always)]
    fn are(&self, byte: u8) -> u64 {
        self.bits(|block| block.are(byte))
    }

    /// The commas that are behind numbers, up to the first one that is not; none where anything before the last of them is odd.
    #[inline(always)]
    fn commas(&self) -> u64 {
        let digits = self.bits(|block| block.digits());
        let commas = self.are(b',');
        let blanks = self.are(b' ');
        let integers = digits | commas | blanks;
        let inside = up_to_last(commas, integers);
        if inside != 0 {
            let [digits, commas, blanks] = [digits, commas, blanks].map(|bits| bits & inside);
            let starts = starts(commas, blanks) & inside;
            let first = digits & !(digits << 1);
            let ends = digits << 1 & !digits;
            let padded = (starts & self.are(b'0')) << 1 & digits;
            let odd = starts ^ first | ends ^ commas | padded;
            return if odd == 0 { commas } else { 0 };
        }
        if self.view.at(self.at + integers.trailing_ones() as usize) == b']' {
            return 0;
        }
        let minuses = self.are(b'-');
        let points = self.are(b'.');
        let known = integers | minuses | points;
        let mut inside = up_to_last(commas, known);
        // Most have no exponent.
        let (mut signs, mut exponents) = (minuses, 0);
        if inside >> (BLOCK - 1) == 0 {
            signs |= self.are(b'+');
            exponents = self.bits(|block| block.are(b'e') | block.are(b'E'));
            inside = up_to_last(commas, known | signs | exponents);
        }
        let [digits, commas, blanks] = [digits, commas, blanks].map(|bits| bits & inside);
        let [minuses, signs, points, exponents] =
            [minuses, signs, points, exponents].map(|bits| bits & inside);
        // A carry runs through the digits from the first one to the place behind the last.
        let ends_of = |first: u64| digits.wrapping_add(first) & !digits;
        let starts = starts(commas, blanks) & inside;
        let whole = starts & !minuses | (starts & minuses) << 1;
        let fraction = points << 1;
        let signed = exponents << 1 & signs;
        let exponent = exponents << 1 & !signs | signed << 1;
        let first = whole | fraction | exponent;
        let [whole_ends, fraction_ends] = [ends_of(whole), ends_of(fraction)];
        let ends = (whole_ends & !points | fraction_ends) & !exponents | ends_of(exponent);
        let padded = (whole & self.are(b'0')) << 1 & digits;
        // Where anything else is out of place digits are missing, or end at what is no comma.
        let odd = first ^ digits & !(digits << 1) | ends ^ commas | padded;
        if odd == 0 { commas } else { 0 }
    }
}

/// The bits up to the last comma before the first byte that is not a known one.
#[inline(always)]
fn up_to_last(commas: u64, known: u64) -> u64 {
    let commas = commas & known & !known.wrapping_add(1);
    u64::MAX.checked_shr(commas.leading_zeros()).unwrap_or(0)
}

/// Where a number begins: at the first bit, and behind a comma and its blank.
#[inline(always)]
fn starts(commas: u64, blanks: u64) -> u64 {
    1 | commas << 1 & !blanks | blanks << 1
}
