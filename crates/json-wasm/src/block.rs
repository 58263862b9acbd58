//! Thirty-two bytes that are looked at together: what is asked of each is answered by a bit.

/// How many bytes are looked at.
pub const BLOCK: usize = 32;

/// What a byte may be, in the tables of [`Block::classes`]: the bits that both tables have for it.
const ESCAPE: u8 = 0x0f;
const HEX: u8 = 0x30;
/// By the lower four bits of a byte: one of `"\/bfnrt` and `u`, and hexadecimal digits.
const BY_LOW: [u8; 16] = [
    0x10, 0x30, 0x3d, 0x30, 0x38, 0x38, 0x34, 0x10, 0x10, 0x10, 0x00, 0x00, 0x02, 0x00, 0x04, 0x01,
];
/// By the upper four.
const BY_HIGH: [u8; 16] = [0, 0, 0x01, 0x10, 0x20, 0x02, 0x24, 0x08, 0, 0, 0, 0, 0, 0, 0, 0];

pub use lanes::Block;

#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::*;

    use super::{BLOCK, BY_HIGH, BY_LOW, ESCAPE, HEX};

    const HALF: usize = BLOCK / 2;

    /// The bytes.
    #[derive(Clone, Copy)]
    pub struct Block(v128, v128);

    impl Block {
        /// Of zeros.
        pub const ZEROS: Block = Block(
            u8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            u8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        );

        /// # Safety
        /// There are so many bytes.
        #[allow(unsafe_code)]
        #[inline(always)]
        pub unsafe fn load(start: *const u8) -> Self {
            // SAFETY: as the caller says; loads need no alignment.
            unsafe { Block(v128_load(start.cast()), v128_load(start.add(HALF).cast())) }
        }

        #[inline(always)]
        fn bits(self, test: impl Fn(v128) -> v128) -> u32 {
            u32::from(u8x16_bitmask(test(self.0))) | u32::from(u8x16_bitmask(test(self.1))) << HALF
        }

        /// Where a byte is that ends a string or may not be in one: a quotation mark, or what is below a blank.
        #[inline(always)]
        pub fn stops(self) -> u32 {
            // With the mark where a blank was, all of them lie below 0x21; and with the sign turned, a comparison with sign
            // finds them, which engines have an instruction for.
            self.bits(|half| {
                i8x16_lt(v128_xor(half, u8x16_splat(0x82)), i8x16_splat(0x21 + i8::MIN))
            })
        }

        /// Where it is a certain one.
        #[inline(always)]
        pub fn are(self, byte: u8) -> u32 {
            self.bits(|half| u8x16_eq(half, u8x16_splat(byte)))
        }

        /// Where it is a digit.
        #[inline(always)]
        pub fn digits(self) -> u32 {
            // Nine becomes the largest number.
            self.bits(|half| {
                i8x16_gt(u8x16_add(half, u8x16_splat(0x7f - b'9')), i8x16_splat(0x7f - 10))
            })
        }

        /// All bits of both.
        #[inline(always)]
        pub fn or(self, other: Self) -> Self {
            Block(v128_or(self.0, other.0), v128_or(self.1, other.1))
        }

        /// Whether anything is beyond ASCII.
        #[inline(always)]
        pub fn has_letters(self) -> bool {
            u8x16_bitmask(v128_or(self.0, self.1)) != 0
        }

        /// Where it is beyond ASCII.
        #[inline(always)]
        pub fn letters(self) -> u32 {
            self.bits(|half| half)
        }

        /// What each is, for the next two.
        #[inline(always)]
        pub fn classes(self) -> Classes {
            let of = |half| {
                let low = u8x16_swizzle(table(BY_LOW), v128_and(half, u8x16_splat(0x0f)));
                v128_and(low, u8x16_swizzle(table(BY_HIGH), u8x16_shr(half, 4)))
            };
            Classes(Block(of(self.0), of(self.1)))
        }

        /// Where two blocks differ.
        #[inline(always)]
        pub fn differing(self, other: Self) -> u32 {
            u32::from(u8x16_bitmask(u8x16_ne(self.0, other.0)))
                | u32::from(u8x16_bitmask(u8x16_ne(self.1, other.1))) << HALF
        }

        /// Whether they do.
        #[inline(always)]
        pub fn differs(self, other: Self) -> bool {
            v128_any_true(v128_or(v128_xor(self.0, other.0), v128_xor(self.1, other.1)))
        }
    }

    /// What bytes are.
    #[derive(Clone, Copy)]
    pub struct Classes(Block);

    impl Classes {
        #[inline(always)]
        fn are(self, class: u8) -> u32 {
            let class = u8x16_splat(class);
            self.0.bits(|half| i8x16_gt(v128_and(half, class), u8x16_splat(0)))
        }

        /// Where one may follow a backslash.
        #[inline(always)]
        pub fn may_follow(self) -> u32 {
            self.are(ESCAPE)
        }

        /// Where one is a hexadecimal digit.
        #[inline(always)]
        pub fn hex(self) -> u32 {
            self.are(HEX)
        }
    }

    #[inline(always)]
    fn table(bytes: [u8; 16]) -> v128 {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bytes;
        u8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    }
}

/// The same for the tests of other machines.
#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use super::{BLOCK, BY_HIGH, BY_LOW, ESCAPE, HEX};

    /// The bytes.
    #[derive(Clone, Copy)]
    pub struct Block([u8; BLOCK]);

    impl Block {
        /// Of zeros.
        pub const ZEROS: Block = Block([0; BLOCK]);

        /// # Safety
        /// There are so many bytes.
        #[allow(unsafe_code)]
        pub unsafe fn load(start: *const u8) -> Self {
            // SAFETY: as the caller says; bytes need no alignment.
            Block(unsafe { start.cast::<[u8; BLOCK]>().read() })
        }

        fn bits(self, test: impl Fn(u8) -> bool) -> u32 {
            self.0.iter().rev().fold(0, |bits, &byte| bits << 1 | u32::from(test(byte)))
        }

        /// Where a byte is that ends a string or may not be in one: a quotation mark, or what is below a blank.
        pub fn stops(self) -> u32 {
            self.bits(|byte| byte == b'"' || byte < b' ')
        }

        /// Where it is a certain one.
        pub fn are(self, other: u8) -> u32 {
            self.bits(|byte| byte == other)
        }

        /// Where it is a digit.
        pub fn digits(self) -> u32 {
            self.bits(|byte| byte.is_ascii_digit())
        }

        /// All bits of both.
        pub fn or(self, other: Self) -> Self {
            let mut both = self;
            both.0.iter_mut().zip(other.0).for_each(|(byte, other)| *byte |= other);
            both
        }

        /// Whether anything is beyond ASCII.
        pub fn has_letters(self) -> bool {
            !self.0.is_ascii()
        }

        /// Where it is beyond ASCII.
        pub fn letters(self) -> u32 {
            self.bits(|byte| !byte.is_ascii())
        }

        /// What each is, for the next two.
        pub fn classes(self) -> Classes {
            let class =
                |byte: u8| BY_LOW[usize::from(byte & 0xf)] & BY_HIGH[usize::from(byte >> 4)];
            Classes(Block(self.0.map(class)))
        }

        /// Where two blocks differ.
        pub fn differing(self, other: Self) -> u32 {
            (0..BLOCK).fold(0, |bits, i| bits | u32::from(self.0[i] != other.0[i]) << i)
        }

        /// Whether they do.
        pub fn differs(self, other: Self) -> bool {
            self.0 != other.0
        }
    }

    /// What bytes are.
    #[derive(Clone, Copy)]
    pub struct Classes(Block);

    impl Classes {
        /// Where one may follow a backslash.
        pub fn may_follow(self) -> u32 {
            self.0.bits(|class| class & ESCAPE != 0)
        }

        /// Where one is a hexadecimal digit.
        pub fn hex(self) -> u32 {
            self.0.bits(|class| class & HEX != 0)
        }
    }
}
