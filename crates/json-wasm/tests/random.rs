//! Lines that were made at random, and damaged: the walk must take exactly those that a plain reader takes, whatever came before
//! them.

use upperhand_json_wasm::{Depth, Scanner};

/// Numbers below a bound, one after the other.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Pieces of strings: as long as a few blocks, with escapes wherever they can be in one.
const PIECES: &[&str] = &[
    "a",
    "bc",
    "abcdefghijklmno",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u00e9",
    "\\uD83d\\ude00",
    "é",
    "漢字",
    "u12",
    "'",
];
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "7",
    "12",
    "151643",
    "-1",
    "0.5",
    "-0.1234567890123456789",
    "1e9",
    "-1.5E-07",
    "2e+3",
    "100",
    "123456789012345678901234567890123456789012345678901234567890123456789",
    "1.0",
    "-12.25",
];
const WORDS: &[&str] = &["null", "true", "false", "NaN", "Infinity", "-Infinity"];
const KEYS: &[&str] = &[
    "a",
    "b",
    "id",
    "type",
    "reward",
    "content",
    "logprobs",
    "a key that is longer than one block has room for",
    "é",
    "\\n",
];
const DAMAGE: &[&str] = &[
    "", "\"", "\\", "\\u", "\\u12g4", "\\x", ",", ", ", ":", "{", "}", "[", "]", "0", "00", "-",
    "--", ".", "..", "e", "e+", "1e5.3", "1.2.3", "+1", " ", "  ", "\t", "\u{1}", "n", "12 13",
    "01", "1,,2", "\u{7f}",
];

fn value(random: &mut Random, depth: usize, gap: &str, into: &mut String) {
    match random.below(if depth > 4 { 4 } else { 8 }) {
        0 => into.push_str(random.pick(NUMBERS)),
        1 => into.push_str(random.pick(WORDS)),
        2 | 3 => {
            into.push('"');
            for _ in 0..random.below(12) {
                into.push_str(random.pick(PIECES));
            }
            into.push('"');
        }
        4 | 5 => object(random, depth, gap, into),
        6 => list(random, gap, into, |random, into| value(random, depth + 1, gap, into)),
        _ => list(random, gap, into, |random, into| into.push_str(random.pick(NUMBERS))),
    }
}

fn list(
    random: &mut Random,
    gap: &str,
    into: &mut String,
    mut item: impl FnMut(&mut Random, &mut String),
) {
    into.push('[');
    for i in 0..random.below(30) {
        if i > 0 {
            into.push(',');
            into.push_str(gap);
        }
        item(random, into);
    }
    into.push(']');
}

fn object(random: &mut Random, depth: usize, gap: &str, into: &mut String) {
    into.push('{');
    for i in 0..random.below(6) {
        if i > 0 {
            into.push(',');
            into.push_str(gap);
        }
        into.push('"');
        into.push_str(random.pick(KEYS));
        into.push_str("\":");
        into.push_str(gap);
        value(random, depth + 1, gap, into);
    }
    into.push('}');
}

/// Reads JSON a byte at a time.
struct Plain<'a>(&'a [u8]);

impl Plain<'_> {
    fn next_is(&mut self, byte: u8) -> bool {
        let is = self.0.first() == Some(&byte);
        self.0 = &self.0[usize::from(is)..];
        is
    }

    fn skip_blanks(&mut self) {
        while self.next_is(b' ') || self.next_is(b'\t') || self.next_is(b'\r') {}
    }

    fn word(&mut self, word: &str) -> bool {
        let is = self.0.starts_with(word.as_bytes());
        self.0 = &self.0[if is { word.len() } else { 0 }..];
        is
    }

    fn digits(&mut self) -> bool {
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = &self.0[count..];
        count > 0
    }

    fn number(&mut self) -> bool {
        self.next_is(b'-');
        if !(self.next_is(b'0') || self.digits()) || self.next_is(b'.') && !self.digits() {
            return false;
        }
        if self.next_is(b'e') || self.next_is(b'E') {
            let _ = self.next_is(b'+') || self.next_is(b'-');
            return self.digits();
        }
        true
    }

    fn string(&mut self) -> bool {
        if !self.next_is(b'"') {
            return false;
        }
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            match byte {
                b'"' => return true,
                b'\\' => {
                    let Some((&escape, rest)) = self.0.split_first() else { return false };
                    self.0 = rest;
                    if escape == b'u' {
                        if rest.len() < 4 || !rest[..4].iter().all(u8::is_ascii_hexdigit) {
                            return false;
                        }
                        self.0 = &rest[4..];
                    } else if !br#""\/bfnrt"#.contains(&escape) {
                        return false;
                    }
                }
                0..0x20 => return false,
                _ => {}
            }
        }
        false
    }

    fn members(&mut self, end: u8, has_keys: bool) -> bool {
        self.skip_blanks();
        if self.next_is(end) {
            return true;
        }
        loop {
            self.skip_blanks();
            if has_keys {
                if !self.string() {
                    return false;
                }
                self.skip_blanks();
                if !self.next_is(b':') {
                    return false;
                }
                self.skip_blanks();
            }
            if !self.value() {
                return false;
            }
            self.skip_blanks();
            if self.next_is(end) {
                return true;
            }
            if !self.next_is(b',') {
                return false;
            }
        }
    }

    fn value(&mut self) -> bool {
        match self.0.first() {
            Some(b'{') => self.next_is(b'{') && self.members(b'}', true),
            Some(b'[') => self.next_is(b'[') && self.members(b']', false),
            Some(b'"') => self.string(),
            _ => WORDS.iter().any(|word| self.word(word)) || self.number(),
        }
    }

    fn is_object(line: &str) -> bool {
        let mut plain = Plain(line.as_bytes());
        plain.skip_blanks();
        let is_one = plain.0.first() == Some(&b'{') && plain.value();
        plain.skip_blanks();
        is_one && plain.0.is_empty()
    }
}

fn line(random: &mut Random) -> String {
    let mut line = String::new();
    let gap = random.pick(&["", "", " ", " ", "  ", "\t"]);
    object(random, 0, gap, &mut line);
    if random.below(2) == 0 {
        let places: Vec<usize> = line.char_indices().map(|(place, _)| place).collect();
        let from = random.below(places.len());
        let to = (from + random.below(3)).min(places.len() - 1);
        line.replace_range(places[from]..places[to], random.pick(DAMAGE));
    }
    line
}

#[test]
fn takes_what_a_plain_reader_takes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut scanner = Scanner::default();
    let mut taken = 0;
    for _ in 0..300 {
        let lines: Vec<String> = (0..10).map(|_| line(&mut random)).collect();
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        scanner.reserve(text.len());
        scanner.input[..text.len()].copy_from_slice(text.as_bytes());
        for depth in [Depth::Shallow, Depth::Deep, Depth::Full] {
            scanner.walk(0, text.len(), 0, depth);
            let found = scanner.lines.chunks_exact(4);
            assert_eq!(found.len(), lines.len());
            for (found, line) in found.zip(&lines) {
                assert_eq!(found[1] - found[0], line.len() as i32, "{line}");
                assert_eq!(found[2] >= 0, Plain::is_object(line), "{line}");
                assert_eq!(found[3] != 0, !line.is_ascii(), "{line}");
                taken += i32::from(found[2] >= 0);
            }
        }
    }
    // Neither all of them nor next to none.
    assert!((4000..7000).contains(&taken), "{taken}");
}

/// Arrays of numbers are walked over many at once, and single ones one by one: both must take the same.
#[test]
fn takes_arrays_of_what_it_takes_alone() {
    let mut random = Random(88_172_645_463_325_252);
    let mut scanner = Scanner::default();
    let mut is_object = |line: &str| {
        scanner.reserve(line.len());
        scanner.input[..line.len()].copy_from_slice(line.as_bytes());
        scanner.scan(line.len(), 0).map(|_| scanner.tape.numbers[11])
    };
    for _ in 0..20_000 {
        let mut number = random.pick(NUMBERS).to_string();
        for _ in 0..random.below(3) {
            let at = random.below(number.len() + 1);
            number.insert_str(at, random.pick(&["0", "1", ".", "-", "+", "e", "E", " ", "n"]));
        }
        let before = ["1,", "23, ", "-0.5,", "1e5, "][random.below(4)].repeat(random.below(24));
        let count = before.matches(',').count() as i32 + 1;
        let alone = is_object(&format!("{{\"a\":{number}}}"));
        for (behind, more) in [("", 0), (", 7", 1), (",-0.25 ", 1)] {
            let array = is_object(&format!("{{\"a\":[{before}{number}{behind}]}}"));
            assert_eq!(array, alone.map(|_| count + more), "{before}{number}{behind}");
        }
        assert_eq!(is_object(&format!("{{\"a\":[{before}{number},]}}")), None);
    }
}
