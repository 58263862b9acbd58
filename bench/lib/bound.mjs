import { cases } from './cases.mjs';
import { REWARDS } from './rewards.mjs';
import { ratio } from './table.mjs';

/**
 * What bounds a time: how often memory has to be gone over, at the bandwidth of the memcpy of the same run, and how
 * long the arithmetic takes when nothing comes from memory.
 */
export function boundOf({ size, name, found }, contender) {
  const { passes } = cases.find((entry) => entry.name === name);
  const [reads, writes] = size === 'one pool' ? passes.pool : passes.groups;
  const copies = contender === 'wasm-simd with copies' ? 4 : 0;
  const bandwidth = (2 * REWARDS * 8) / found.memcpy.ms / 1e6;
  const memory = (reads + writes + copies) / 2;
  const arithmetic = found['wasm-simd in L1'];
  const native = found['native Rust']
    ? `; native Rust in place takes ${ratio(found['native Rust'].ratio)} ×`
    : '';
  return (
    `${reads + writes + copies} passes over memory at ${bandwidth.toFixed(0)} GB/s take ${ratio(memory)} × memcpy; ` +
    `the arithmetic, everything in L1, ${ratio(arithmetic.ratio)} × ` +
    `(${((arithmetic.ms * 1e6) / REWARDS).toFixed(2)} ns a reward)${native}`
  );
}
