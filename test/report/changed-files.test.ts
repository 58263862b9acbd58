import { expect, it } from 'vitest';
import { getKernels } from '../../ts/kernels/active-kernels.ts';
import { prepareReport } from '../../ts/report/prepare-report.ts';
import { DATA_MARK } from '../../ts/report/template.ts';
import { jsonLines } from '../cli/run.ts';
import { toBytes } from '../rollouts/read.ts';
import { partsOf } from './parts.ts';

function said(answers: readonly (readonly [string, number])[]): Uint8Array {
  const records = answers.map(([content, reward]) => ({
    example_id: 7,
    prompt: [{ role: 'user', content: 'q' }],
    completion: [{ role: 'assistant', content }],
    reward,
  }));
  return toBytes(jsonLines(records));
}

it('puts no texts beside the numbers of others, where a file was written anew meanwhile', async () => {
  const contents = [
    said([
      ['right', 1],
      ['wrong', 0],
      ['right again', 1],
    ]),
  ];
  const [first] = contents as [Uint8Array];
  const later = said([
    ['wrong', 0],
    ['right', 1],
    ['right again', 1],
  ]);
  contents.push(first, later);
  const chunks = (): Uint8Array => contents.shift() ?? later;
  const report = await prepareReport(
    { name: 'results.jsonl', chunks },
    {
      title: 'a',
      selection: '',
      madeBy: 'a test',
      estimators: ['grpo'],
      maxMb: 1,
      kernels: getKernels(),
      template: DATA_MARK,
      reading: {},
    },
  );
  let html = '';
  for await (const piece of report.pieces()) html += piece;
  const { data, texts } = partsOf(html);
  expect(data.rollouts).toBe(3);
  expect(report.changed).toBe(2);
  expect(JSON.stringify(texts)).toContain('right again');
  expect(texts).toHaveLength(1);
});
