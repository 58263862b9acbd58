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
for file in generated/kernels-base64.ts kernels.lock.json; do
  cmp "$rebuilt/$file" "$committed/$file" || different=1
done
diff "$committed/kernels.lock.json" "$rebuilt/kernels.lock.json" || true
if [ $different = 1 ]; then
  echo "verify-wasm: the rebuilt kernels differ from the committed ones; npm run build:wasm builds them anew" >&2
  exit 1
fi
echo "verify-wasm: rebuilt, every byte equal" >&2
