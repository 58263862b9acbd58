//! Looks at sixteen bytes of a string at once.

/// How many bytes are looked at.
pub const BLOCK: usize = 16;

/// For each byte a bit: whether a string stops or is escaped there (a quote, a backslash, or what JSON
/// does not allow), and whether it is beyond ASCII.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
pub fn look(block: &[u8; BLOCK]) -> (u32, u32) {
    use core::arch::wasm32::*;
    #[allow(unsafe_code)]
    // SAFETY: the block has as many bytes as are loaded, and loads need no alignment.
    let bytes = unsafe { v128_load(block.as_ptr().cast()) };
    let stops = v128_or(
        v128_or(u8x16_eq(bytes, u8x16_splat(b'"')), u8x16_eq(bytes, u8x16_splat(b'\\'))),
        u8x16_lt(bytes, u8x16_splat(b' ')),
    );
    (u32::from(u8x16_bitmask(stops)), u32::from(u8x16_bitmask(bytes)))
}

/// The same for the tests of other machines.
#[cfg(not(target_arch = "wasm32"))]
pub fn look(block: &[u8; BLOCK]) -> (u32, u32) {
    let mut found = (0, 0);
    for (i, &byte) in block.iter().enumerate() {
        found.0 |= u32::from(byte == b'"' || byte == b'\\' || byte < b' ') << i;
        found.1 |= u32::from(byte >= 0x80) << i;
    }
    found
}
