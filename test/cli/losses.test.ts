import { describe, expect, it, onTestFinished } from 'vitest';
import { defineLoss } from '../../ts/losses/define-loss.ts';
import { listLossPresets } from '../../ts/losses/presets/all.ts';
import { listLosses, registerLoss } from '../../ts/losses/registry.ts';
import { cells, run } from './run.ts';

const json = async (...args: string[]) =>
  JSON.parse((await run(['losses', ...args, '--json'])).out);

describe('upperhand losses', () => {
  it('lists those that are registered, with what a token loses', async () => {
    const { code, out } = await run(['losses']);
    expect(code).toBe(0);
    const [header, ...rows] = cells(out);
    expect(header).toEqual(['name', 'what it is', 'loss of a token']);
    expect(rows.slice(0, -1).map(([name]) => name)).toEqual(listLosses());
    expect(rows[0]).toEqual(['importance_sampling', 'importance sampling', '−ρ A']);
  });

  it('lists those of a framework, with what they are made of, and says which there are', async () => {
    const { code, out } = await run(['losses', '--framework', 'trl']);
    expect(code).toBe(0);
    const rows = cells(out).slice(1, -1);
    expect(rows.map(([name]) => name)).toEqual(listLossPresets('trl'));
    expect(rows.find(([name]) => name === 'trl/dapo')?.slice(1, 3)).toEqual([
      'DAPO',
      'ppo, token-mean, epsClip 0.2',
    ]);
    const wrong = await run(['losses', '--framework', 'trll']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toMatch(/no framework "trll" has losses here; known are verl, trl/);
  });

  it('lists all of them, as JSON too', async () => {
    const names = (await json('--all')).map(({ name }: { name: string }) => name);
    expect(names).toEqual([...listLosses(), ...listLossPresets()]);
    const [first] = await json('--framework', 'trl');
    expect(first.preset).toMatchObject({ loss: 'ppo', aggregation: 'seq-mean-token-mean' });
  });

  it('is aligned on a terminal', async () => {
    const { out } = await run(['losses', '--framework', 'oat'], {
      tty: true,
      env: { NO_COLOR: '1' },
    });
    const [header = '', first = ''] = out.split('\n');
    expect(header.indexOf('made of')).toBe(first.indexOf('ppo,'));
  });

  it('shows one with its formula, needs and options', async () => {
    const { code, out } = await run(['losses', 'show', 'trl/dapo']);
    expect(code).toBe(0);
    expect(out).toMatch(/^trl\/dapo {2}DAPO\nloss of a token\tmax\(−ρ A, /);
    expect(out).toContain('\nneeds\tlogprobs, advantages, oldLogprobs\n');
    expect(out).toContain('\nsource\ttrl/trainer/grpo_trainer.py GRPOTrainer._compute_loss');
    expect(JSON.parse(out.slice(out.indexOf('\n{')))).toMatchObject({ loss: 'ppo', epsClip: 0.2 });
    expect(await json('show', 'trl/dapo')).toMatchObject({
      framework: 'trl',
      needs: ['advantages', 'oldLogprobs'],
      spec: { aggregation: 'token-mean' },
    });
    expect((await json('show', 'agent-lightning/per_rollout_mean')).spec.groups).toBe('rollout');
  });

  it('shows options of the formula that are not set, and whose a paper is', async () => {
    expect((await json('show', 'ppo')).spec).toMatchObject({ epsClip: 0.2, epsClipHigh: null });
    expect((await json('show', 'dro')).spec).toHaveProperty('droBeta', 0.05);
    expect((await json('show', 'reinforce')).spec).not.toHaveProperty('epsClip');
    expect((await run(['losses', 'show', 'ppo'])).out).toContain('\nsource\tarXiv:1707.06347\n');
    expect((await run(['losses', 'show', 'trl/dapo'])).out).toContain(
      '\nmade of\tppo (arXiv:1707.06347)\n',
    );
  });

  it.each([...listLosses(), ...listLossPresets()])('shows %s', async (name) => {
    const { code, out, err } = await run(['losses', 'show', name]);
    expect([code, err]).toEqual([0, '']);
    expect(out.startsWith(`${name}  `)).toBe(true);
  });

  it('compares two, option by option and in numbers', async () => {
    const { code, out } = await run(['losses', 'diff', 'trl/dapo', 'trl/grpo']);
    expect(code).toBe(0);
    expect(out).toContain(
      '\noption\ttrl/dapo\ttrl/grpo\naggregation\ttoken-mean\tseq-mean-token-mean\n',
    );
    const { fields, example } = await json('diff', 'ppo', 'importance_sampling');
    expect(fields).toContainEqual({ field: 'loss', a: 'ppo', b: 'importance_sampling' });
    expect(fields).toContainEqual({ field: 'ratioCap', a: 'null', b: null });
    // Beyond its clip the one has no slope, and the other goes on.
    const clipped = example.tokens.filter(
      ({ a, b }: { a: number; b: number }) => a === 0 && b !== 0,
    );
    expect(clipped.map(({ ratio }: { ratio: number }) => ratio)).toEqual([1.25, 2.5, 0.7]);
    expect(example.losses.b).toBeCloseTo(
      -(0.5 + 1 + 1.25 - 4 + 0.5 * (1 + 2.5) - 0.5 * (0.7 + 1 + 1.1 + 1.3)) / 10,
      12,
    );
  });

  it('takes each sequence of the example for a rollout where a loss counts by those', async () => {
    const { fields, example } = await json('diff', 'agent-lightning/per_rollout_mean', 'ppo');
    expect(fields).toContainEqual({ field: 'groups', a: 'rollout', b: 'prompt' });
    const means = [(-0.5 - 1 - 1.2) / 3, 3, (-0.5 - 0.6) / 2, (0.4 + 0.5 + 0.55 + 0.65) / 4];
    expect(example.losses.a).toBeCloseTo(means.reduce((total, mean) => total + mean) / 4, 12);
  });

  it('says where two are the same, and where the example tells nothing', async () => {
    expect((await run(['losses', 'diff', 'ppo', 'ppo'])).out).toContain(
      'The two are the same in every option.\n',
    );
    const { out } = await run(['losses', 'diff', 'trl/dapo', 'trl/ppo']);
    expect(out).toContain('The two are the same in every option.\n');
    const held = await run(['losses', 'diff', 'verl/vanilla', 'ppo'], { tty: true });
    expect(held.out).toContain('maxLogRatio');
  });

  it.each([
    [['show', 'grpo'], /grpo is an estimator, not a loss: upperhand estimators show grpo\n/],
    [['show', 'trl/dapoo'], /unknown loss "trl\/dapoo"/],
    [['diff', 'ppo', 'nope'], /unknown loss "nope"/],
    [['diff', 'ppo'], /missing required argument 'b'\nSee `upperhand losses diff --help`/],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await run(['losses', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('lists a function of somebody else, which has nothing to show', async () => {
    const takeBack = registerLoss('mine', ({ logprobs }) => ({
      loss: 0,
      dLogprobs: logprobs.map(() => 0),
    }));
    try {
      expect((await run(['losses'])).out).toContain('\nmine\tmine\t(a function of its own)\n');
      const { code, err } = await run(['losses', 'show', 'mine']);
      expect(code).toBe(2);
      expect(err).toContain('mine is a function of its own: it has no options to show or compare');
    } finally {
      takeBack();
    }
  });

  it('shows one of somebody else as what it says of itself, on its lines', async () => {
    const mine = defineLoss({
      title: 'mine',
      formula: 'a\n\u001b[31mb',
      source: 'nowhere',
      terms: (batch) => ({ losses: batch.require('advantages'), slopes: batch.logprobs }),
    });
    onTestFinished(registerLoss('mine', mine));
    const { code, out } = await run(['losses', 'show', 'mine']);
    expect([code, out.split('\n').slice(0, 5)]).toEqual([
      0,
      [
        'mine  mine',
        'loss of a token\ta\\n\\u001b[31mb',
        'source\tnowhere',
        'aggregation\thow the losses of tokens become one number (default: token-mean)',
        '',
      ],
    ]);
    expect((await json('show', 'mine')).needs).toBeNull();
  });

  it('runs modules first', async () => {
    const missing = await run(['losses', '--import', './no-such-module.mjs']);
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toContain('cannot import ./no-such-module.mjs');
  });
});
