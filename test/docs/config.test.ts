import { describe, expect, it } from 'vitest';
import {
  AlgorithmConfig,
  RejectionSamplingConfig,
  TransformConfig,
  type Warning,
} from '../../ts/index.ts';
import { pageTables } from './code-blocks.ts';

const tables = pageTables('docs/config.md').filter(({ rows }) => 'in code' in (rows[0] ?? {}));

/** What has its defaults, and how a section of a file with one key is read, by the path of the section. */
const sections: Record<
  string,
  { defaults: object; read: (section: object, warn: Warn) => object }
> = {
  'rllm.algorithm': {
    defaults: AlgorithmConfig.create(),
    read: (section, onWarning) =>
      AlgorithmConfig.fromAlgorithmSection({ adv_estimator: 'rloo', ...section }, { onWarning }),
  },
  'rllm.algorithm.rollout_correction': {
    defaults: AlgorithmConfig.create().rolloutCorrection,
    read: (section, onWarning) =>
      AlgorithmConfig.fromAlgorithmSection(
        { adv_estimator: 'grpo', rollout_correction: section },
        { onWarning },
      ).rolloutCorrection,
  },
  'rllm.transform': {
    defaults: TransformConfig.create(),
    read: (section, onWarning) => TransformConfig.fromConfig(section, { onWarning }),
  },
  'rllm.rejection_sample': {
    defaults: RejectionSamplingConfig.create(),
    read: (section, onWarning) => RejectionSamplingConfig.fromConfig(section, { onWarning }),
  },
};
type Warn = (warning: Warning) => void;

it('docs/config.md has a table for each section', () => {
  const headings = tables.map(({ heading }) => heading.replaceAll('`', ''));
  expect(headings).toEqual(Object.keys(sections));
});

describe.each(Object.entries(sections))('docs/config.md, %s', (path, { defaults, read }) => {
  const rows = tables.find(({ heading }) => heading === `\`${path}\``)?.rows ?? [];

  it('lists every field with its default', () => {
    const listed = rows.map((row) => [row['in code'], row.default]);
    const there = Object.entries(defaults).map(([name, value]) => [name, JSON.stringify(value)]);
    expect(listed.sort()).toEqual(there.sort());
  });

  it.each(rows.filter(({ key }) => key !== '–'))('knows the key $key', (row) => {
    const { key = '', default: text = '' } = row;
    const warnings: Warning[] = [];
    const value = key === 'rollout_correction' ? { tis_cap: 5 } : JSON.parse(text);
    const config = read({ [key]: value }, (warning) => warnings.push(warning));
    expect(warnings).toEqual([]);
    expect((config as Record<string, unknown>)[row['in code'] ?? '']).toEqual(JSON.parse(text));
  });
});
