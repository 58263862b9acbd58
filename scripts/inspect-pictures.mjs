// The pictures of docs/inspect.md, of what the commands really write: `npx tsx scripts/inspect-pictures.mjs`. A test draws
// them again and compares.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { terminalSvg } from './terminal-svg.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const samples = 'examples/rollouts/samples';

/** Commands; of what one writes lines may be left out, from the first that begins so up to the one that begins so. */
export const pictures = [
  {
    name: 'inspect',
    title: 'upperhand inspect: what rollout files hold, roles, steps, distributions and findings',
    args: ['inspect', samples],
  },
  {
    name: 'inspect-show',
    title: 'upperhand inspect --show: a rollout whose log probabilities are fewer than its tokens',
    args: ['inspect', `${samples}/8.jsonl`, '--show', '2:9'],
  },
  {
    name: 'compare',
    title: 'upperhand compare: the rollouts of two steps, role by role',
    args: ['compare', samples, '--steps', '7,8'],
  },
  {
    name: 'advantages',
    title: 'upperhand advantages: two estimators side by side, and where they disagree',
    args: [
      ...['advantages', 'examples/rollouts/agents.jsonl'],
      ...['--estimator', 'grpo', '--estimator', 'reinforce'],
    ],
    leaveOut: { from: 'reward/', to: 'where others' },
  },
];

/** @param main the command line */
export async function drawPicture(main, { title, args, leaveOut }) {
  let output = '';
  const stream = {
    isTTY: true,
    columns: 100,
    write(text, done) {
      output += typeof text === 'string' ? text : new TextDecoder().decode(text);
      done();
    },
  };
  const stderr = { ...stream, isTTY: false, write: (_, done) => done() };
  const stdin = (async function* () {})();
  const code = await main(args, { stdin, stdout: stream, stderr, env: {} });
  if (code !== 0) throw new Error(`upperhand ${args.join(' ')} ended with ${code}`);
  const text = leaveOut ? withoutLines(output, leaveOut) : output;
  return terminalSvg(title, `$ upperhand ${args.join(' ')}\n${text}`);
}

function withoutLines(text, { from, to }) {
  const lines = text.split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what codes of colours begin with
  const plain = lines.map((line) => line.replace(/\u001b\[\d+m/g, ''));
  const [first, last] = [from, to].map((start) =>
    plain.findIndex((line) => line.startsWith(start)),
  );
  if (first < 0 || last < first) throw new Error(`no lines from ${from} to ${to}`);
  // A line of metrics has a header above it.
  return [...lines.slice(0, first - 1), '…', '', ...lines.slice(last)].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  const { main } = await import('../ts/cli/main.ts');
  const folder = join(root, 'docs', 'pictures');
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures) {
    const path = join(folder, `${picture.name}.svg`);
    writeFileSync(path, await drawPicture(main, picture));
    console.log(`docs/pictures/${picture.name}.svg`);
  }
}
