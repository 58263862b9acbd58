import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { jsonLines, run } from './run.ts';

const { folder, file } = temporaryFiles();

describe('upperhand inspect --show', () => {
  const chat = file(
    'chat.jsonl',
    jsonLines([
      {
        _ng_task_index: 7,
        _ng_rollout_index: 3,
        agent_ref: { name: 'solver' },
        responses_create_params: { input: [{ role: 'user', content: 'two and two?' }] },
        response: {
          output: [
            {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: 'four\u001b[2J' }],
              generation_token_ids: [11, 12],
              generation_log_probs: [-0.5, -0.25],
              prompt_token_ids: [1, 2, 3],
            },
          ],
        },
        reward: 1,
      },
      {
        _ng_task_index: 7,
        _ng_rollout_index: 4,
        responses_create_params: { input: 'two and two?' },
        agent_ref: { name: 'solver' },
        response: { output: [] },
        reward: 0,
      },
    ]),
  );

  it.each(['1', `${chat}:1`, '7:3'])('prints the rollout %s', async (wanted) => {
    const { code, out, err } = await run(['inspect', chat, '--show', wanted]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('task 7 · solver · rollout 3');
    expect(out).toMatch(/advantage +0\.99999\d* \(grpo\)/);
    expect(out).toContain('two and two?');
    expect(out).toContain('four\\u001b[2J');
    expect(out).toMatch(/11 +-0\.5\n +12 +-0\.25\n/);
    expect(out).not.toContain('\u001b');
  });

  it('finds an attempt by its own id, and a line by a number', async () => {
    const named = { task_id: 't', reward: 1 };
    const path = file(
      'named.jsonl',
      jsonLines([
        { ...named, id: '2' },
        { ...named, id: 'ro-81', reward: 0 },
      ]),
    );
    const byId = await run(['inspect', path, '--show', 'ro-81', '--json']);
    expect(JSON.parse(byId.out)).toMatchObject({ line: 2, rolloutIndex: 'ro-81' });
    const byLine = await run(['inspect', path, '--show', '2', '--json']);
    expect(JSON.parse(byLine.out)).toMatchObject({ line: 2 });
  });

  describe('of a line in a file of a folder', () => {
    const runs = join(folder, 'runs');
    for (const [name, rewards] of [
      ['x/mine', [1, 0]],
      ['x/yours', [0, 1, 1]],
      ['y/mine', [1, 0]],
    ] as const) {
      mkdirSync(join(runs, name), { recursive: true });
      const records = rewards.map((reward) => ({ task_id: name, reward }));
      writeFileSync(join(runs, name, 'a.jsonl'), jsonLines(records));
    }

    it.each(['yours/a.jsonl:3', './yours/a.jsonl:3', 'x/yours/a.jsonl:3'])(
      'takes the end of its path, %s',
      async (wanted) => {
        const { code, out, err } = await run(['inspect', runs, '--show', wanted, '--json']);
        expect([code, err]).toEqual([0, '']);
        expect(JSON.parse(out)).toMatchObject({ line: 3, group: 'x/yours', reward: 1 });
        const explained = await run(['explain', runs, '--rollout', wanted, '--json']);
        expect([explained.code, explained.err]).toEqual([0, '']);
      },
    );

    it('refuses the end of several, and of a name', async () => {
      for (const args of [
        ['inspect', runs, '--show'],
        ['explain', runs, '--rollout'],
      ]) {
        const several = await run([...args, 'mine/a.jsonl:1']);
        expect([several.code, several.out]).toEqual([1, '']);
        expect(several.err).toContain(
          `"mine/a.jsonl:1" may be of ${runs}/x/mine/a.jsonl, of ${runs}/y/mine/a.jsonl; give more of the path`,
        );
        const cut = await run([...args, 'ours/a.jsonl:3']);
        expect(cut.code).toBe(1);
        expect(cut.err).toContain('none of 7 rollouts is "ours/a.jsonl:3"; it is LINE, FILE:LINE');
        expect(cut.err).toContain(`the end of one, as in ${runs}/x/mine/a.jsonl:1\n`);
      }
    });

    it('takes a whole path before the end of another', async () => {
      const path = join(runs, 'x/yours/a.jsonl');
      const inside = join(runs, 'inside', path);
      mkdirSync(dirname(inside), { recursive: true });
      writeFileSync(inside, jsonLines([{ task_id: 'other', reward: 0 }]));
      const { out } = await run(['inspect', inside, path, '--show', `${path}:1`, '--json']);
      expect(JSON.parse(out)).toMatchObject({ source: path, group: 'x/yours' });
      rmSync(join(runs, 'inside'), { recursive: true });
    });
  });

  it('says how many there are where a task is meant', async () => {
    const one = await run(['inspect', chat, '--show', '7']);
    expect([one.code, one.err]).toEqual([0, expect.stringContaining('2 rollouts are "7"')]);
    const both = await run(['inspect', chat, '--show', '7', '--limit', '2', '--json']);
    const shown = both.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(shown).toMatchObject([
      { line: 1, reward: 1, groupRewards: [1, 0], steps: [{ responseIds: [11, 12] }] },
      { line: 2, reward: 0 },
    ]);
  });

  it('ends with 3 where records were lost, as all else does', async () => {
    const path = file('lost.jsonl', '{"task_id":"a","reward":1}\nbroken\n');
    const { code, out, err } = await run(['inspect', path, '--show', '1']);
    expect([code, out]).toEqual([3, expect.stringContaining('task a')]);
    expect(err).toContain('lost.jsonl:2: malformed-json');
  });

  it.each([
    ['--fail-on', 'missing'],
    ['--reason', 'failed'],
    ['--min-reward', '1'],
    ['--max-reward', '1'],
    ['--sort', 'reward'],
  ])('refuses %s, which it would ignore', async (...more) => {
    const { code, out, err } = await run(['inspect', chat, '--show', '1', ...more]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('cannot be used with')]);
  });

  it('shows what is not nested too deeply', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const path = file(
      'deep.jsonl',
      `{"_ng_task_index":1,"agent_ref":{"name":"s"},"reward":1,"responses_create_params":{"input":[{"role":"user","content":"hi","odd":${deep}}]},"response":{"output":[{"type":"message","role":"assistant","content":[{"text":"yes"}]}]}}\n`,
    );
    const { code, out } = await run(['inspect', path, '--show', '1']);
    expect([code, out]).toEqual([0, expect.stringContaining('nested too deeply')]);
    expect(out).toContain('yes');
  });

  it('shows lists of different lengths, and says so', async () => {
    const item = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'four' }],
      generation_token_ids: [11, 12, 13],
      generation_log_probs: [-0.5, -0.25],
    };
    const gym = {
      _ng_task_index: 7,
      agent_ref: { name: 'solver' },
      responses_create_params: { input: 'two and two?' },
      response: { output: [item] },
      reward: 1,
    };
    const longer = { ...item, generation_log_probs: [-0.5, -0.25, -0.125, -1] };
    const path = file('odd.jsonl', jsonLines([gym, { ...gym, response: { output: [longer] } }]));
    const first = await run(['inspect', path, '--show', '1']);
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toContain(
      'mismatched: 3 token ids, 2 log probabilities; the file does not say which belong together\n',
    );
    expect(first.out).toMatch(/token +logprob\n +11 +-0\.5\n +12 +-0\.25\n +13\n/);
    const second = await run(['inspect', path, '--show', '2']);
    expect(second.out).toMatch(/ 13 +-0\.125\n +-1\n/);
    const json = JSON.parse((await run(['inspect', path, '--show', '2', '--json'])).out);
    expect(json.steps[0]).toMatchObject({
      responseIds: [11, 12, 13],
      logprobs: [-0.5, -0.25, -0.125, -1],
      mismatch: '3 token ids, 4 log probabilities',
    });
  });

  it('shows advantages that are not as many as tokens', async () => {
    const step = { responseIds: [1, 2, 3], logprobs: [-1, -1, -1], advantage: [0.5, 0.5] };
    const trajectory = { uid: 'u', name: 's', reward: 1, steps: [step] };
    const path = file(
      'adv.jsonl',
      jsonLines([{ upperhand: 1, id: 't:0', trajectories: [trajectory] }]),
    );
    const { code, out } = await run(['inspect', path, '--show', 't:0']);
    expect(code).toBe(0);
    expect(out).toContain('mismatched: 3 token ids, 3 log probabilities, 2 advantages;');
    expect(out).toMatch(/ 2 +-1 +0\.5\n +3 +-1\n/);
  });

  it('says what it may be where there is none', async () => {
    const { code, out, err } = await run(['inspect', chat, '--show', '9']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('none of 2 rollouts is "9"');
  });
});
