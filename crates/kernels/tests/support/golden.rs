//! Golden files: recorded outputs of the Python originals, one JSON record a line.
//!
//! They are looked for in the folder `$UPPERHAND_GOLDEN` alone, if that is set; else in `$UPPERHAND_ORACLE/golden`
//! (by default beside the repository, shared/oracle), then in test/parity/golden. With UPPERHAND_REQUIRE_ORACLE=1 a file that is not found fails its test; else the
//! test says that it was skipped.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;

/// Past the harness, which keeps what passing tests print to itself.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

pub fn records(file: &str) -> Option<Vec<Value>> {
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let oracle = match std::env::var_os("UPPERHAND_ORACLE") {
        Some(path) => repository.join(path),
        None => repository.join("../shared/oracle"),
    };
    let places = match std::env::var_os("UPPERHAND_GOLDEN") {
        Some(path) => vec![repository.join(path)],
        None => vec![oracle.join("golden"), repository.join("test/parity/golden")],
    };
    let Some(text) = places.iter().find_map(|at| std::fs::read_to_string(at.join(file)).ok())
    else {
        let required = std::env::var("UPPERHAND_REQUIRE_ORACLE").is_ok_and(|value| value == "1");
        assert!(!required, "{file} is in none of {places:?}, and UPPERHAND_REQUIRE_ORACLE is 1");
        say(&format!("golden: SKIPPED {file}, which is in none of {places:?}"));
        return None;
    };
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON record")).collect();
    assert!(!records.is_empty(), "{file} is empty");
    Some(records)
}

fn from_hex(hex: &str) -> f64 {
    if hex == "nan" { f64::NAN } else { f64::from_bits(u64::from_str_radix(hex, 16).expect("hex")) }
}

/// `{"t": "float", "x": bits}`, or null for what is not there.
pub fn scalar(value: &Value) -> Option<f64> {
    value["x"].as_str().map(from_hex)
}

/// `{"dtype": "float64", "x": bits…}`; int64 and bool have their values only.
pub fn array(value: &Value) -> Vec<f64> {
    if let Some(hex) = value["x"].as_str() {
        let digits = hex.as_bytes().chunks(16);
        return digits.map(|bits| from_hex(std::str::from_utf8(bits).expect("hex"))).collect();
    }
    let number = |value: &Value| match value {
        Value::Bool(true) => 1.0,
        Value::Bool(false) => 0.0,
        _ => value.as_i64().expect("an integer") as f64,
    };
    value["d"].as_array().expect("values").iter().map(number).collect()
}
