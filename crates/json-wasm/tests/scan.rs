//! What the walk finds, and what it refuses.

use upperhand_json_wasm::{Depth, Scanner};

fn scan(json: &str) -> Option<(bool, Vec<i32>)> {
    let mut scanner = Scanner::default();
    scanner.reserve(json.len());
    scanner.input[..json.len()].copy_from_slice(json.as_bytes());
    let has_letters = scanner.scan(json.len(), 100)?;
    Some((has_letters, scanner.tape.numbers))
}

#[test]
fn finds_members_and_objects_in_arrays() {
    let (has_letters, tape) = scan(r#"{"a\n": [1, {"b": "\u00e9\""}, [{}]]}"#).unwrap();
    assert!(!has_letters);
    assert_eq!(
        tape,
        [
            [0, 0, 100, 137, 24, 1],
            // Its key holds an escape; it has three entries.
            [102, !105, 108, 136, 24, 3],
            // The second of them.
            [1, 0, 112, 129, 24, 1],
            // Its escapes take 6 bytes more than they are characters.
            [114, 115, 118, 128, 24, 6],
        ]
        .concat()
    );
}

#[test]
fn refuses_what_is_not_exactly_one_object() {
    for json in [
        "",
        "[]",
        "1",
        "{",
        "{}}",
        "{}{}",
        "{,}",
        r#"{"a"}"#,
        r#"{"a":1,}"#,
        r#"{"a":01}"#,
        r#"{"a":1.}"#,
        r#"{"a":-}"#,
        r#"{"a":[1,]}"#,
        r#"{"a":[}"#,
        "{\"a\":\"\t\"}",
        r#"{"a":"\x"}"#,
        r#"{"a":"\u12g4"}"#,
        r#"{"a":"\u12"#,
        r#"{"a":tru}"#,
        r#"{"a":1e}"#,
        r#"{"a":"b}"#,
        r#"{a:1}"#,
    ] {
        assert_eq!(scan(json), None, "{json}");
    }
}

#[test]
fn takes_objects_and_arrays_without_anything_in_them() {
    assert_eq!(scan(" { } ").unwrap().1, [0, 0, 101, 104, 6, 0]);
    let (_, tape) = scan(r#"{"a":{},"b":[ ]}"#).unwrap();
    assert_eq!(tape[6..12], [102, 103, 105, 107, 12, 0]);
    assert_eq!(tape[12..18], [109, 110, 112, 115, 18, 0]);
}

#[test]
fn takes_values_with_blanks_where_there_were_none_before() {
    let (lines, _) = walk("{\"a\":1,\"b\":[2]}\n{\"a\": 1,\"b\": [2]}\n", Depth::Full);
    assert_eq!(lines[1], [16, 33, 18, 0]);
}

#[test]
fn takes_numbers_that_python_writes() {
    assert!(scan(r#" {"a": [NaN, -Infinity, Infinity, -0.5e-7, 0, true, null]} "#).is_some());
    assert!(scan(r#"{"a": -NaN}"#).is_none());
}

#[test]
fn takes_no_bracket_that_closes_another() {
    for json in [r#"{"a":[1}}"#, r#"{"a":{"b":1]}"#, r#"{"a":[{"b":1]]}"#, r#"{"a":[[1}]}"#] {
        assert!(scan(json).is_none(), "{json}");
    }
}

#[test]
fn takes_no_bracket_before_a_key_for_a_comma() {
    for i in 0..10_000 {
        assert!(scan(&format!(r#"{{"x":{{"b":1}},"k{i}":1{{"b":2}}"#)).is_none());
    }
}

#[test]
fn tells_of_bytes_beyond_ascii_wherever_they_are() {
    for at in 0..40 {
        let json = format!(r#"{{"{}é": 1}}"#, "x".repeat(at));
        assert!(scan(&json).unwrap().0);
    }
}

/// What a walk over lines finds: of each where it begins and ends, its entry, and whether it has letters.
fn walk(lines: &str, depth: Depth) -> (Vec<[i32; 4]>, Vec<i32>) {
    let mut scanner = Scanner::default();
    scanner.reserve(lines.len());
    scanner.input[..lines.len()].copy_from_slice(lines.as_bytes());
    scanner.walk(0, lines.len(), 0, depth);
    let lines = scanner.lines.chunks_exact(4).map(|line| line.try_into().unwrap()).collect();
    (lines, scanner.tape.numbers)
}

#[test]
fn walks_over_lines_and_past_those_with_faults() {
    let (lines, _) = walk("{\"a\":1}\r\n\n{\"a\":\n {\"b\":2} \n", Depth::Full);
    assert_eq!(lines, [[0, 8, 0, 0], [9, 9, -1, 0], [10, 15, -1, 0], [16, 25, 12, 0]]);
}

#[test]
fn finds_in_repeats_what_it_found_the_first_time() {
    let tools = format!(r#"{{"x":[{{"y":1}},2,{{"z":"é"}}],"\n":"{}"}}"#, "t".repeat(600));
    let object = format!(r#"{{"tools":{tools},"n":1}}"#);
    let (lines, tape) = walk(&format!("{object}\n{object}\n"), Depth::Full);
    let alone = scan_at(&object, 0);
    assert_eq!(lines[1][2] as usize, alone.len());
    assert_eq!(lines.iter().map(|line| line[3]).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(tape[..alone.len()], alone);
    let again = scan_at(&object, lines[1][0]);
    let moved = tape[alone.len()..].chunks_exact(6).zip(again.chunks_exact(6));
    for (entry, expected) in moved {
        assert_eq!(entry[..4], expected[..4]);
        assert_eq!(entry[4] - alone.len() as i32, expected[4]);
        assert_eq!(entry[5], expected[5]);
    }
    // A tape that is not full says that it leaves something out.
    let (lines, deep) = walk(&format!("{object}\n{object}\n"), Depth::Deep);
    assert_eq!(deep[..alone.len()], alone);
    assert_eq!(deep[lines[1][2] as usize + 11], !2);
    let (_, shallow) = walk(&format!("{object}\n{object}\n"), Depth::Shallow);
    assert_eq!(shallow[11], !2);
    assert_eq!(shallow.len(), 2 * 3 * 6);
    assert_eq!(shallow[18 + 11], !2);
}

#[test]
fn tells_of_repeats_as_much_as_their_place_asks_for() {
    let object = |letter: &str| format!(r#"{{"text":"{}","n":{{"m":1}}}}"#, letter.repeat(100));
    let deep_first =
        |inner| format!("{{\"a\":{{\"b\":{{\"k\":{}}}}},\"k\":{}}}\n", object(inner), object("x"));
    let deep_last =
        |inner| format!("{{\"k\":{},\"a\":{{\"b\":{{\"k\":{}}}}}}}\n", object("x"), object(inner));
    for depth in [Depth::Shallow, Depth::Deep, Depth::Full] {
        assert_eq!(walk(&deep_first("x"), depth), walk(&deep_first("y"), depth));
        assert_eq!(walk(&deep_last("x"), depth), walk(&deep_last("y"), depth));
    }
}

#[test]
fn finds_nothing_in_a_line_with_a_fault_that_comes_again() {
    let object = format!(r#"{{"n":1,"k":{{"text":"{}","m":{{"o":2}}}}"#, "x".repeat(100));
    let (lines, tape) = walk(&format!("{object},\n{object}}}\n"), Depth::Full);
    assert_eq!([lines[0][2], lines[1][2]], [-1, 0]);
    assert_eq!(tape, scan_at(&format!("{object}}}"), lines[1][0]));
}

#[test]
fn counts_numbers_and_escapes_wherever_blocks_end() {
    let size = |json: &str| scan_at(json, 0)[11];
    for length in 0..100 {
        let numbers = vec!["1"; length + 1];
        assert_eq!(size(&format!(r#"{{"a":[{}]}}"#, numbers.join(","))), length as i32 + 1);
        assert_eq!(size(&format!(r#"{{"a":[{}]}}"#, numbers.join(", "))), length as i32 + 1);
        let pad = "x".repeat(length);
        let json = format!(r#"{{"a":"{pad}\u00e9\u00e9","\u00e9\u00e9\n\u00e9":"\u00e9"}}"#);
        assert_eq!(size(&json), 10);
        for cut in [r"\u00e", r"\u00", r"\u0", r"\u"] {
            assert!(scan(&format!(r#"{{"a":"{pad}\u00e9{cut}"}}"#)).is_none());
        }
    }
}

#[test]
fn tells_of_escapes_in_keys_that_come_again() {
    let tape = scan_at(r#"{"x":[{"a\n":1,"b":2},{"a\n":3,"b":4}]}"#, 0);
    let escaped = tape.chunks_exact(6).filter(|entry| entry[1] < 0);
    assert_eq!(escaped.count(), 2);
}

fn scan_at(json: &str, base: i32) -> Vec<i32> {
    let mut scanner = Scanner::default();
    scanner.reserve(json.len());
    scanner.input[..json.len()].copy_from_slice(json.as_bytes());
    scanner.scan(json.len(), base).unwrap();
    scanner.tape.numbers
}
