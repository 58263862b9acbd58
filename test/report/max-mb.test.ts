import { describe, expect, it } from 'vitest';
import { jsonLines } from '../cli/run.ts';
import { reportFolder } from './report-folder.ts';

const { file, report } = reportFolder();

describe('--max-mb', () => {
  const long = 'a long text \u{1f600} <b>'.repeat(2000);
  const path = file(
    'long.jsonl',
    jsonLines(
      Array.from({ length: 60 }, (_, i) => ({
        upperhand: 1,
        id: `${i >> 1}:${i & 1}`,
        trajectories: [
          {
            name: 'r',
            reward: i & 1,
            steps: [
              {
                chatCompletions: [
                  { role: 'user', content: 'short' },
                  { role: 'assistant', content: `${long}end ${i}` },
                ],
              },
            ],
          },
        ],
      })),
    ),
  );

  it('cuts the middle of long texts, and says so', async () => {
    const { html, data, cuts, texts } = await report(path, '--max-mb', '0.5');
    expect(Buffer.byteLength(html)).toBeLessThan(500_000);
    expect(Buffer.byteLength(html)).toBeGreaterThan(400_000);
    expect(data.limits).toEqual({ maxMb: 0.5, listedGroups: 30, groupsWithTexts: 30 });
    expect(cuts.texts).toBe(60);
    expect(texts).toHaveLength(60);
    let characters = 0;
    for (const [i, { steps }] of texts.entries()) {
      const [short, cut] = steps[0]?.messages ?? [];
      expect(short?.text).toBe('short');
      if (typeof cut?.text !== 'object') throw new Error('it is not cut');
      expect(cut.text.tail.endsWith(`end ${i}`)).toBe(true);
      characters += cut.text.cut;
    }
    expect(cuts.characters).toBe(characters);
  });

  it('lists some of very many groups, those with findings among them', async () => {
    const many = Array.from({ length: 9000 }, (_, i) => ({
      task_id: `t${i >> 1}`,
      reward: i >> 1 === 3333 ? null : i & 1,
    }));
    const { data } = await report(file('many.jsonl', jsonLines(many)), '--max-mb', '0.5');
    expect(data).toMatchObject({ rollouts: 9000, groups: 4500 });
    const { listedGroups } = data.limits;
    expect(listedGroups).toBeLessThan(1500);
    expect(listedGroups).toBeGreaterThan(500);
    expect(data.list.groups.task).toContain('t3333');
    expect(data.findings[0]).toMatchObject({ kind: 'missing', count: 2 });
  });
});
