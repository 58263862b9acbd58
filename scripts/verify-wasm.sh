#!/usr/bin/env bash
# Rebuilds the WebAssembly modules from nothing in a scratch folder and compares with the committed artefacts and
# locks, byte for byte. Exit 1 on any difference.
#   bash scripts/verify-wasm.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rebuilt=$(mktemp -d)
trap 'rm -rf "$rebuilt"' EXIT
CARGO_TARGET_DIR=$rebuilt/target bash "$root/scripts/build-wasm.sh" "$rebuilt"
different=0
for name in $(node "$root/scripts/wasm-modules.mjs" names); do
  committed=$root/$(node "$root/scripts/wasm-modules.mjs" folder "$name")
  for file in "generated/$name-base64.ts" "$name.lock.json"; do
    cmp "$rebuilt/$name/$file" "$committed/$file" || different=1
  done
  diff "$committed/$name.lock.json" "$rebuilt/$name/$name.lock.json" || true
done
if [ $different = 1 ]; then
  echo "verify-wasm: what was rebuilt differs from what is committed; npm run build:wasm builds it anew" >&2
  exit 1
fi
echo "verify-wasm: rebuilt, every byte equal" >&2
