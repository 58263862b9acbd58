import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BuiltInLoss } from '../../ts/losses/built-ins.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';

interface Answer {
  loss_fn: BuiltInLoss;
  loss_fn_config: { clip_low_threshold?: number; clip_high_threshold?: number };
  inputs: { logprobs?: number[]; advantages?: number[]; weights: number[] };
  outputs: { logprobs: number[]; elementwise_loss: number[] };
}

const answers: Answer[] = readFileSync(
  join(import.meta.dirname, 'golden/tinker-server.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

it('there are 7 answers of a server, of four losses', () => {
  expect(answers).toHaveLength(7);
  expect(new Set(answers.map(({ loss_fn }) => loss_fn)).size).toBe(4);
});

it.each(answers)('$loss_fn gives the losses of tokens that a server gave', (answer) => {
  const { loss_fn, loss_fn_config, inputs, outputs } = answer;
  const { clip_low_threshold: low, clip_high_threshold: high } = loss_fn_config;
  outputs.elementwise_loss.forEach((expected, token) => {
    const batch = {
      logprobs: outputs.logprobs,
      ...(inputs.logprobs && { oldLogprobs: inputs.logprobs }),
      ...(inputs.advantages && { advantages: inputs.advantages }),
      mask: outputs.logprobs.map((_, i) => i === token && inputs.weights[i] === 1),
    };
    const { loss } = runLoss(loss_fn, [batch], {
      aggregation: 'token-sum',
      ...(low !== undefined && { epsClip: 1 - low }),
      ...(high !== undefined && { epsClipHigh: high - 1 }),
    });
    expect(loss).toBeCloseTo(expected, 6);
  });
});
