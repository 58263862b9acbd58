#!/usr/bin/env bash
# Builds crates/kernels-wasm to generated/kernels-base64.ts and kernels.lock.json, in ts/kernels/wasm or the folder
# named.
#   bash scripts/build-wasm.sh [folder]
# The same sources and tools give the same bytes, in whatever folder the clone lies. Needs the tools of
# scripts/setup-rust-wasm.sh, which it gets from the file that script wrote, or else from the path.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "${1:-$root/ts/kernels/wasm}"
out=$(cd "${1:-$root/ts/kernels/wasm}" && pwd)
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
wasm-pack --quiet build crates/kernels-wasm --mode no-install --target web --release --no-pack --no-typescript \
  --out-dir "$scratch/pkg" --out-name kernels -- --locked

# What JavaScript calls, and nothing that only wasm-bindgen's glue would: with that go the imports.
exports=(memory reserve release valuesPointer offsetsPointer valuesCapacity offsetsCapacity
  summarize segmentSummaries center standardize leaveOneOut)
{
  printf '[{"name":"used","root":true,"reaches":["%s"' "${exports[0]}"
  printf ',"%s"' "${exports[@]:1}"
  printf ']}'
  for name in "${exports[@]}"; do printf ',{"name":"%s","export":"%s"}' "$name" "$name"; done
  printf ']'
} >"$scratch/graph.json"
wasm-metadce "$scratch/pkg/kernels_bg.wasm" --graph-file "$scratch/graph.json" -o "$scratch/used.wasm" >"$scratch/unused.log"
wasm-opt -O3 --one-caller-inline-max-function-size=1 --strip-debug --strip-producers --strip-target-features "$scratch/used.wasm" -o "$scratch/kernels.wasm"

node scripts/build-wasm.write.mjs "$scratch/kernels.wasm" "$out"
echo "build-wasm: $(wc -c <"$scratch/kernels.wasm") bytes, in $out" >&2
