//! Writes the vectors that the policy's default tests read.
//!
//!     cargo run --manifest-path crates/policy-oracle/Cargo.toml

use std::path::Path;
use upperhand_policy_oracle::{expected, vectors};

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../policy/tests/vectors");
    std::fs::create_dir_all(&folder)?;
    for case in vectors::cases() {
        let path = folder.join(format!("{}.json", case.name));
        std::fs::write(path, expected(&case).to_json())?;
    }
    Ok(())
}
