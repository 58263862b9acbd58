import binaryen from 'binaryen';

/** Rows and columns that are summed up in registers at a time. */
const ROWS = 4;
const COLUMNS = 8;
/** As much of the inner dimension as lets the panels of both matrices stay in the caches. */
const DEPTH = 256;

/**
 * The product of two square matrices of float32, in WebAssembly with 128-bit vectors and without a fused multiply-add, on
 * one thread: what a step could reach at best if all of it were large products. Both matrices are packed beforehand,
 * panels are multiplied out of the caches, and the sums stay in registers.
 *
 * @param size - a multiple of 256
 * @returns a function that computes the product once, and gives one of its elements
 */
export function wasmProduct(size) {
  const bytes = size * size * 4;
  const places = { a: 0, b: bytes, c: 2 * bytes };
  const pages = Math.ceil((3 * bytes) / 2 ** 16);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assemble(pages)));
  const matrix = (at) => new Float32Array(exports.memory.buffer, at, size * size);
  const [left, right] = [0.5, 0.25].map((value) => new Float32Array(size * size).fill(value));
  pack(left, matrix(places.a), size, ROWS, (along, across) => across * size + along);
  pack(right, matrix(places.b), size, COLUMNS, (along, across) => along * size + across);
  return () => {
    matrix(places.c).fill(0);
    for (let deep = 0; deep < size; deep += DEPTH) {
      for (let column = 0; column < size; column += COLUMNS) {
        const b = places.b + 4 * (column * size + deep * COLUMNS);
        for (let row = 0; row < size; row += ROWS) {
          const a = places.a + 4 * (row * size + deep * ROWS);
          exports.tile(a, b, places.c + 4 * (row * size + column), 4 * size);
        }
      }
    }
    return matrix(places.c).at(-1);
  };
}

/** Panels of so many rows (or columns), each with the inner dimension outside. */
function pack(from, to, size, each, place) {
  let at = 0;
  for (let panel = 0; panel < size; panel += each) {
    for (let along = 0; along < size; along++) {
      for (let k = 0; k < each; k++) to[at++] = from[place(along, panel + k)];
    }
  }
}

function assemble(pages) {
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const sums = rows.flatMap((row) => [`$s${row}0`, `$s${row}1`]);
  const add = (sum, half) =>
    `(local.set ${sum} (f32x4.add (local.get ${sum}) (f32x4.mul (local.get $x) (local.get $b${half}))))`;
  const text = `(module
    (memory (export "memory") ${pages})
    (func (export "tile") (param $a i32) (param $b i32) (param $c i32) (param $stride i32)
      (local $end i32) (local $x v128) (local $b0 v128) (local $b1 v128)
      ${sums.map((sum) => `(local ${sum} v128)`).join(' ')}
      (local.set $end (i32.add (local.get $a) (i32.const ${4 * ROWS * DEPTH})))
      (loop $next
        (local.set $b0 (v128.load (local.get $b)))
        (local.set $b1 (v128.load offset=16 (local.get $b)))
        ${rows
          .map(
            (row) => `(local.set $x (v128.load32_splat offset=${4 * row} (local.get $a)))
              ${add(`$s${row}0`, 0)} ${add(`$s${row}1`, 1)}`,
          )
          .join('\n')}
        (local.set $a (i32.add (local.get $a) (i32.const ${4 * ROWS})))
        (local.set $b (i32.add (local.get $b) (i32.const ${4 * COLUMNS})))
        (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
      ${rows
        .flatMap((row) =>
          [0, 1]
            .map(
              (half) =>
                `(v128.store offset=${16 * half} (local.get $c) (f32x4.add (v128.load offset=${16 * half} (local.get $c)) (local.get $s${row}${half})))`,
            )
            .concat('(local.set $c (i32.add (local.get $c) (local.get $stride)))'),
        )
        .join('\n')}))`;
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.SIMD128);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}
