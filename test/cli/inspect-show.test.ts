import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLines, run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-show-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

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

  it('says what it may be where there is none', async () => {
    const { code, out, err } = await run(['inspect', chat, '--show', '9']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('none of 2 rollouts is "9"');
  });
});
