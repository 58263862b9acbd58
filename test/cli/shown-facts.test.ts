import { describe, expect, it } from 'vitest';
import { listPresets } from '../../ts/estimators/presets/list-presets.ts';
import { listAdvEstimators } from '../../ts/estimators/registry.ts';
import { listLossPresets } from '../../ts/losses/presets/all.ts';
import { describeLoss, listLosses } from '../../ts/losses/registry.ts';
import { run } from './run.ts';

/** What `show` writes of a name: the text behind each label, and the spec. */
async function shown(command: 'losses' | 'estimators', name: string) {
  const { code, out, err } = await run([command, 'show', name]);
  expect([code, err]).toEqual([0, '']);
  const at = out.indexOf('\n{');
  const facts = new Map(
    out
      .slice(0, at)
      .split('\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.split('\t') as [string, string]),
  );
  return { facts, spec: JSON.parse(out.slice(at)) as Record<string, unknown> };
}

/** A paper, a book's author and year, or a function of a framework. */
const SOURCE =
  /arXiv:\d{4}\.\d{5}|[A-Z]\. ?[A-Z][a-z]+, .*\d{4}|[\w/-]+\.py \w+|`\w+`|Williams 1992|, \w+$/;

describe.each([...listLosses(), ...listLossPresets()])('the loss %s', (name) => {
  it('is shown with its formula, its source, and its options with their values', async () => {
    const { facts, spec } = await shown('losses', name);
    expect(facts.get('loss of a token')).toMatch(/[πρs]/);
    expect(facts.get('source')).toMatch(SOURCE);
    const { loss, groups: _, ...options } = spec;
    const { own, preset } = describeLoss(name);
    expect(loss).toBe(preset?.loss ?? name);
    expect(Object.keys(options)).toEqual(
      expect.arrayContaining(['aggregation', ...own.map((option) => option.name)]),
    );
    for (const [option, value] of Object.entries(options)) {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      expect([option, facts.get(option)]).toEqual([option, expect.stringMatching(/^\S.{3,} \(/)]);
      expect(facts.get(option)?.endsWith(` (default: ${text})`)).toBe(true);
    }
    if (preset !== null) expect(facts.get('made of')).toMatch(new RegExp(`^${loss} \\(.*\\)$`));
  });

  it('says what the names in its formula are', async () => {
    const { facts } = await shown('losses', name);
    const formula = facts.get('loss of a token') ?? '';
    const options = formula.match(/\b[a-z]+[A-Z]\w*\b/g) ?? [];
    expect([...facts.keys()]).toEqual(expect.arrayContaining(options));
    const settings = [...facts.values()].filter((text) => text.includes(' (default: '));
    for (const [symbol] of formula.matchAll(/[τδγλk](?=[ ᵏ)/^])|(?<= )[scdDw](?= )/g)) {
      const isDefined = formula.includes(`${symbol} = `);
      const isSet = settings.some((text) => text.startsWith(symbol));
      expect([symbol, isDefined || isSet]).toEqual([symbol, true]);
    }
    expect(formula).not.toContain('clip(ρ)');
  });
});

it.each([...listAdvEstimators(), ...listPresets().map(({ name }) => name)])(
  'the estimator %s is shown with its formula, its source and its spec',
  async (name) => {
    const { facts, spec } = await shown('estimators', name);
    expect(facts.get('formula')).toMatch(/[rxG]/);
    expect(facts.get('source')).toMatch(SOURCE);
    expect(Object.keys(spec).length).toBeGreaterThan(0);
    if (name.includes('/')) expect(facts.get('version')).toMatch(/^[\w-]+\/[\w-]+ \S+/);
  },
);
