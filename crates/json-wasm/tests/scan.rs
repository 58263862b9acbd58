//! What the walk finds, and what it refuses.

use upperhand_json_wasm::Scanner;

fn scan(json: &str) -> Option<(bool, Vec<i32>)> {
    let mut scanner = Scanner::default();
    scanner.reserve(json.len());
    scanner.input[..json.len()].copy_from_slice(json.as_bytes());
    let has_letters = scanner.scan(json.len(), 100)?;
    Some((has_letters, scanner.tape))
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
fn takes_numbers_that_python_writes() {
    assert!(scan(r#" {"a": [NaN, -Infinity, Infinity, -0.5e-7, 0, true, null]} "#).is_some());
    assert!(scan(r#"{"a": -NaN}"#).is_none());
}

#[test]
fn tells_of_bytes_beyond_ascii_wherever_they_are() {
    for at in 0..40 {
        let json = format!(r#"{{"{}é": 1}}"#, "x".repeat(at));
        assert!(scan(&json).unwrap().0);
    }
}
