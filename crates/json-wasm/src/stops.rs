//! Looks at sixteen bytes of a string at once.

/// How many bytes are looked at.
pub const BLOCK: usize = 32;
#[cfg(target_arch = "wasm32")]
const HALF: usize = BLOCK / 2;

/// All bytes that were looked at, one over the other.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy)]
pub struct Letters(core::arch::wasm32::v128);

#[cfg(target_arch = "wasm32")]
impl Letters {
    /// Before the first byte.
    #[inline(always)]
    pub fn none() -> Self {
        Letters(core::arch::wasm32::u8x16_splat(0))
    }

    /// Those of two walks.
    #[inline(always)]
    pub fn with(self, others: Self) -> Self {
        Letters(core::arch::wasm32::v128_or(self.0, others.0))
    }

    /// Whether any of them may have been beyond ASCII: those behind a string count too.
    #[inline(always)]
    pub fn any(self) -> bool {
        core::arch::wasm32::u8x16_bitmask(self.0) != 0
    }
}

/// For each byte a bit: whether a string stops or is escaped there (a quote, a backslash, or what JSON
/// does not allow).
#[cfg(target_arch = "wasm32")]
#[inline(always)]
pub fn look(block: &[u8; BLOCK], letters: &mut Letters) -> u32 {
    use core::arch::wasm32::*;
    #[allow(unsafe_code)]
    // SAFETY: the block has as many bytes as are loaded, and loads need no alignment.
    let halves =
        unsafe { [v128_load(block.as_ptr().cast()), v128_load(block.as_ptr().add(HALF).cast())] };
    letters.0 = v128_or(letters.0, v128_or(halves[0], halves[1]));
    let [first, second] = halves.map(|bytes| {
        let stops = v128_or(
            v128_or(u8x16_eq(bytes, u8x16_splat(b'"')), u8x16_eq(bytes, u8x16_splat(b'\\'))),
            u8x16_le(bytes, u8x16_splat(b' ' - 1)),
        );
        u32::from(u8x16_bitmask(stops))
    });
    first | second << HALF
}

/// For each byte a bit: whether it is beyond ASCII.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
pub fn beyond_ascii(block: &[u8; BLOCK]) -> u32 {
    use core::arch::wasm32::*;
    let (first, second) = block.split_at(HALF);
    #[allow(unsafe_code)]
    // SAFETY: as above.
    let bits =
        [first, second].map(|half| unsafe { u8x16_bitmask(v128_load(half.as_ptr().cast())) });
    u32::from(bits[0]) | u32::from(bits[1]) << HALF
}

/// For each byte a bit: whether two blocks have others there.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
pub fn differing(one: &[u8; BLOCK], other: &[u8; BLOCK]) -> u32 {
    use core::arch::wasm32::*;
    #[allow(unsafe_code)]
    // SAFETY: as above.
    let load = |block: &[u8; BLOCK], at| unsafe { v128_load(block.as_ptr().add(at).cast()) };
    let [first, second] =
        [0, HALF].map(|at| u32::from(u8x16_bitmask(u8x16_ne(load(one, at), load(other, at)))));
    first | second << HALF
}

/// The same for the tests of other machines.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub struct Letters(u8);

#[cfg(not(target_arch = "wasm32"))]
impl Letters {
    /// Before the first byte.
    pub fn none() -> Self {
        Letters(0)
    }

    /// Those of two walks.
    pub fn with(self, others: Self) -> Self {
        Letters(self.0 | others.0)
    }

    /// Whether any of them may have been beyond ASCII: those behind a string count too.
    pub fn any(self) -> bool {
        self.0 >= 0x80
    }
}

/// For each byte a bit: whether a string stops or is escaped there.
#[cfg(not(target_arch = "wasm32"))]
pub fn look(block: &[u8; BLOCK], letters: &mut Letters) -> u32 {
    let mut found = 0;
    for (i, &byte) in block.iter().enumerate() {
        letters.0 |= byte;
        found |= u32::from(byte == b'"' || byte == b'\\' || byte < b' ') << i;
    }
    found
}

/// For each byte a bit: whether two blocks have others there.
#[cfg(not(target_arch = "wasm32"))]
pub fn differing(one: &[u8; BLOCK], other: &[u8; BLOCK]) -> u32 {
    (0..BLOCK).fold(0, |found, i| found | u32::from(one[i] != other[i]) << i)
}

/// For each byte a bit: whether it is beyond ASCII.
#[cfg(not(target_arch = "wasm32"))]
pub fn beyond_ascii(block: &[u8; BLOCK]) -> u32 {
    (0..BLOCK).fold(0, |found, i| found | u32::from(block[i] >> 7) << i)
}
