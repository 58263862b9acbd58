import type { PolicyTensor } from './policy-exports.ts';

/** By their role in the module. */
const NAMES = [
  'token_embedding',
  'position_embedding',
  'attention.norm',
  'attention.qkv',
  'attention.out',
  'feed_forward.norm',
  'feed_forward.in',
  'feed_forward.in_bias',
  'feed_forward.out',
  'feed_forward.out_bias',
  'final_norm',
  'head',
];

/** The table of tensors as the module gives it: role, block + 1 or 0, offset, 1 for a matrix, rows, columns. */
export function readTensors(words: Uint32Array): PolicyTensor[] {
  const tensors: PolicyTensor[] = [];
  for (let at = 0; at + 6 <= words.length; at += 6) {
    const [role, block, offset, matrix, rows, columns] = words.subarray(at, at + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    tensors.push({
      name: `${block > 0 ? `layers.${block - 1}.` : ''}${NAMES[role]}`,
      offset,
      shape: matrix === 1 ? [rows, columns] : [columns],
    });
  }
  return tensors;
}
