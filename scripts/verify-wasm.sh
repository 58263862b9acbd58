#!/usr/bin/env bash
# Rebuilds the kernels from nothing in a scratch folder and compares with the committed artefact and lock,
# byte for byte. Exit 1 on any difference.
#   bash scripts/verify-wasm.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
committed=$root/ts/kernels/wasm
rebuilt=$(mktemp -d)
trap 'rm -rf "$rebuilt"' EXIT
CARGO_TARGET_DIR=$rebuilt/target bash "$root/scripts/build-wasm.sh" "$rebuilt"
different=0
if ! cmp "$rebuilt/kernels.wasm" "$committed/kernels.wasm"; then different=1; fi
if ! diff "$committed/kernels.lock.json" "$rebuilt/kernels.lock.json"; then different=1; fi
if [ $different = 1 ]; then
  echo "verify-wasm: the rebuilt kernels differ from the committed ones; npm run build:wasm builds them anew" >&2
  exit 1
fi
echo "verify-wasm: $(wc -c <"$committed/kernels.wasm") bytes rebuilt, all equal" >&2
