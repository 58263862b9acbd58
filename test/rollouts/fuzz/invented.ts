import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { lines } from '../formats/lines.ts';
import { samples } from '../formats/samples.ts';
import { toBytes } from '../read.ts';

export interface SmallFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Small files of every format that is text: three records a file, of which two are alike. */
export const invented: readonly SmallFile[] = [
  ...Object.entries(samples).map(([format, sample]) => ({
    name: `${format}/step_3/train/12.jsonl`,
    bytes: toBytes(lines([sample, { ...sample, reward: 0 }, sample])),
  })),
  {
    name: 'a.csv',
    bytes: toBytes('task_id,id,name,reward\na,0,s,1\n"a",1,"s ""x""\n",0\nb,0,s,\n'),
  },
  {
    name: 'trajectories/train/0003.yaml',
    bytes: toBytes(
      '- metadata: {a: 1}\n  trajectories:\n  - reward: 1.0\n    messages_and_choices: []\n  - {reward: .nan}\n',
    ),
  },
  { name: 'document.json', bytes: toBytes(JSON.stringify([samples.jsonl, samples.rllm], null, 2)) },
  {
    name: 'completions_00012.parquet',
    bytes: new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'step', data: [12, 12, 12] },
          { name: 'prompt', data: ['p', 'p', 'q'] },
          { name: 'completion', data: ['a', 'b', 'c'] },
          { name: 'acc', data: [1, 0, Number.NaN] },
          { name: 'advantage', data: [0.5, -0.5, 0] },
        ],
      }),
    ),
  },
  { name: 'a.jsonl.gz', bytes: new Uint8Array(gzipSync(lines([samples.jsonl as object]))) },
];
