import { describe, expect, it } from 'vitest';
import { aggregations } from '../../ts/losses/aggregation.ts';
import { builtInLosses } from '../../ts/losses/built-ins.ts';
import { klEstimators } from '../../ts/losses/kl-estimators.ts';
import { resolveLossOptions } from '../../ts/losses/loss-options.ts';
import { describeLoss, listLosses } from '../../ts/losses/registry.ts';
import { runLoss } from '../../ts/losses/run-loss.ts';
import { pageTables } from '../docs/code-blocks.ts';

const page = 'docs/losses.md';
const tables = pageTables(page);
const table = (heading: string, column: string): Record<string, string>[] =>
  tables
    .filter((one) => one.heading === heading && column in (one.rows[0] ?? {}))
    .flatMap(({ rows }) => rows);

describe(page, () => {
  it('lists every loss as the registry describes it', () => {
    const shown = table('The losses', 'name').map((row) => [
      row.name,
      row['loss of a token'],
      row.source,
    ]);
    const known = Object.keys(builtInLosses).map((name) => {
      const { formula, source } = describeLoss(name);
      return [name, formula, source?.replaceAll('`', '')];
    });
    expect(shown).toEqual(known);
  });

  it('gives the options of losses their defaults', () => {
    const defaults = resolveLossOptions({}) as unknown as Record<string, unknown>;
    for (const { option = '', default: shown = '' } of table('The losses', 'option')) {
      const [first] = shown.split(/[:;]/);
      expect([option, first]).toEqual([option, String(defaults[option])]);
    }
  });

  it('lists every aggregation and every KL estimate', () => {
    const names = table('Aggregations', 'aggregation').map((row) => row.aggregation?.split(' ')[0]);
    expect(names).toEqual(Object.keys(aggregations));
    const types = table('KL to a reference', 'klType').map((row) => row.klType?.split(' ')[0]);
    expect(types.toSorted()).toEqual(Object.keys(klEstimators).sort());
  });

  it('lists every metric', () => {
    const batch = [
      {
        logprobs: [-1],
        oldLogprobs: [-1],
        refLogprobs: [-1],
        rolloutLogprobs: [-1],
        entropies: [1],
        advantages: 1,
        group: 0,
      },
    ];
    const options = {
      dualClip: 3,
      klBeta: 1,
      tisMode: 'token',
      rejects: [{ of: 'k2', by: 'token', high: 1 }],
      topEntropy: 0.5,
      entropyCoef: 1,
    } as const;
    const keys = listLosses().flatMap((name) => Object.keys(runLoss(name, batch, options).metrics));
    const shown = table('Metrics', 'key').flatMap(({ key = '' }) => key.split(', '));
    expect(shown.toSorted()).toEqual([...new Set(keys)].sort());
  });
});
