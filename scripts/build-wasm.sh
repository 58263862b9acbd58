#!/usr/bin/env bash
# Builds the WebAssembly modules that are part of the repository, each to generated/<name>-base64.ts and <name>.lock.json
# in the folder that scripts/wasm-modules.mjs gives it, or in one of its name in the folder named.
#   bash scripts/build-wasm.sh [folder]
# The same sources and tools give the same bytes, in whatever folder the clone lies. Needs the tools of
# scripts/setup-rust-wasm.sh, which it gets from the file that script wrote, or else from the path.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# = 0 ] || mkdir -p "$1"
into=${1:+$(cd "$1" && pwd)}
cd "$root"
env_file=${RUST_WASM_ENV:-$HOME/.rust-wasm-env}
[ ! -f "$env_file" ] || . "$env_file"
PATH=$root/node_modules/.bin:$PATH
for tool in cargo wasm-pack wasm-bindgen wasm-opt wasm-metadce; do
  command -v $tool >/dev/null || { echo "build-wasm: no $tool; run: bash scripts/setup-rust-wasm.sh" >&2; exit 3; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Paths of this machine would otherwise get into the bytes. Encoded, so that they may contain spaces; this
# replaces the flags of .cargo/config.toml.
cargo fetch --locked --quiet --target wasm32-unknown-unknown
flags=-Ctarget-feature=+simd128
for registry in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
  flags+=$'\x1f'"--remap-path-prefix=${registry%/}=/cargo"
done
flags+=$'\x1f'"--remap-path-prefix=$root=/src"
export CARGO_ENCODED_RUSTFLAGS=$flags
unset RUSTFLAGS

# name: the crate is crates/<name>-wasm. The exports are what JavaScript calls, and nothing that only wasm-bindgen's
# glue would: with that go the imports.
build() {
  local name=$1 folder wasm_opt
  folder=${into:+$into/$name}
  wasm-pack --quiet build "crates/$name-wasm" --mode no-install --target web --release --no-pack --no-typescript \
    --out-dir "$scratch/$name" --out-name "$name" -- --locked
  node scripts/wasm-modules.mjs graph "$name" >"$scratch/$name.json"
  wasm-metadce "$scratch/$name/${name}_bg.wasm" --graph-file "$scratch/$name.json" -o "$scratch/used.wasm" >"$scratch/unused.log"
  read -ra wasm_opt <<<"$(node scripts/wasm-modules.mjs wasm-opt "$name")"
  wasm-opt "${wasm_opt[@]}" "$scratch/used.wasm" -o "$scratch/$name.wasm"
  node scripts/build-wasm.write.mjs "$name" "$scratch/$name.wasm" ${folder:+"$folder"}
  echo "build-wasm: $name, $(wc -c <"$scratch/$name.wasm") bytes" >&2
}
for name in $(node scripts/wasm-modules.mjs names); do build "$name"; done
