#!/usr/bin/env bash
# Checks and tests the Rust crates: natively and compiled to WebAssembly.
#   bash scripts/test-rust.sh [--all]
# --all also runs the kernels' tests and the policy's bits as WebAssembly without simd128, a build of its own.
# Golden files are looked for as crates/kernels/tests/support/golden.rs tells. Needs the tools of
# scripts/setup-rust-wasm.sh, which it gets from the file that script wrote, or else from the path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
env_file=${RUST_WASM_ENV:-$HOME/.rust-wasm-env}
[ ! -f "$env_file" ] || . "$env_file"
for tool in cargo wasm-bindgen-test-runner; do
  command -v $tool >/dev/null || { echo "test-rust: no $tool; run: bash scripts/setup-rust-wasm.sh" >&2; exit 3; }
done
wasm=wasm32-unknown-unknown
step() { echo "test-rust: $*" >&2; "$@"; }

step cargo fmt --all --check
step cargo clippy --quiet --locked --workspace --all-targets -- -D warnings
step cargo clippy --quiet --locked --workspace --all-targets --target $wasm -- -D warnings
step cargo test --locked --workspace
step cargo test --locked --workspace --lib --tests --target $wasm
if [ "${1:-}" = --all ]; then
  # RUSTFLAGS replaces the flags of .cargo/config.toml, and with them +simd128.
  RUSTFLAGS=-Ctarget-feature=-simd128 CARGO_TARGET_DIR=target/scalar \
    step cargo test --locked -p upperhand-kernels --lib --tests --target $wasm
  RUSTFLAGS=-Ctarget-feature=-simd128 CARGO_TARGET_DIR=target/scalar \
    step cargo test --locked -p upperhand-policy --test bits --target $wasm
fi
step node scripts/test-rust.artifact.mjs
step node scripts/test-rust.policy.mjs
