import { fileURLToPath } from 'node:url';
import { UpperhandError } from '../../ts/errors/upperhand-error.ts';
import { frameworkPresets } from '../../ts/estimators/presets/all.ts';
import { listPresets, type PresetDescription } from '../../ts/estimators/presets/list-presets.ts';
import { presetSpec } from '../../ts/estimators/presets/preset-registry.ts';
import { getAdvEstimator } from '../../ts/estimators/registry.ts';
import { runAdvEstimator } from '../../ts/estimators/run-adv-estimator.ts';
import { defineTokenEstimator } from '../../ts/estimators/token/define-token-estimator.ts';
import { readPage } from './code-blocks.ts';
import { renderLossTables } from './loss-tables.ts';

const BEGIN = '<!-- presets: made by `npm run docs` -->';
const END = '<!-- end of presets -->';

/** The pages that are made of the presets, by their paths from the root of the repository. */
export function renderPresetPages(): Readonly<Record<string, string>> {
  return {
    'docs/estimators.md': between(readPage('docs/estimators.md'), renderTables()),
    'docs/which-grpo.md': renderWhichGrpo(),
    'docs/losses.md': between(readPage('docs/losses.md'), renderLossTables()),
  };
}

export function pathOf(page: string): string {
  return fileURLToPath(new URL(`../../${page}`, import.meta.url));
}

function between(page: string, content: string): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the page has no "${BEGIN}" … "${END}"`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${content}\n${page.slice(end)}`;
}

/** All presets, a table a framework. */
function renderTables(): string {
  return frameworkPresets
    .filter(({ presets }) => Object.keys(presets).length > 0)
    .map(({ framework, repository, version }) => {
      const rows = listPresets({ framework }).map(presetRow);
      return `### ${framework}\n\n${repository}, ${version}.\n\n| name | formula | of | source | evidence | what differs |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function presetRow(preset: PresetDescription): string {
  const { name, title, formula, level, source, paper, evidence, differs, deviates, variants } =
    preset;
  const flags = Object.entries(variants).map(
    ([flag, other]) => `\`:${cell(flag)}\` ${cell(other)}`,
  );
  const formulas = [`\`${cell(formula)}\``, ...flags.map((flag) => `<br>${flag}`)].join('');
  const notes = [differs, deviates && `**Deviates:** ${deviates}`].filter(Boolean).join(' ');
  const paperLink = paper ? `<br>${link(paper)}` : '';
  return `| \`${name}\`<br>${cell(title)}${paperLink} | ${formulas} | ${level} | \`${cell(source)}\` | ${evidence} | ${cell(notes)} |`;
}

function link(paper: string): string {
  return paper.replace(/arXiv:(\d{4}\.\d{4,5})/g, '[$1](https://arxiv.org/abs/$1)');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The groups of the worked example, and trained tokens of each trajectory. */
const REWARDS = [[1, 0, 0, 1], [0.9, 0.2, 0.4, 0.1], [0.5, 0.5, 0.5, 0.5], [0.7]];
const LENGTHS = [[2, 4, 6, 3], [5, 1, 2, 4], [3, 3, 3, 3], [4]];
const HOLE = [[1, Number.NaN, 0, 1]];

type Family = readonly [
  title: string,
  of: (title: string, formula: string) => boolean,
  text: string,
];

const isCentred = (formula: string): boolean => /(^|; )r − mean\(group\)$/.test(formula);

const FAMILIES: readonly Family[] = [
  [
    'GRPO',
    (title, formula) => /^GRPO/.test(title) && !isCentred(formula),
    'The reward less the mean of its group, divided by the standard deviation of its group: so says the paper, and leaves open which standard deviation, what is added to it, and what becomes of a group of one.',
  ],
  [
    'Dr.GRPO, or centred',
    (title, formula) =>
      /^(GRPO|Dr\.? ?GRPO|centred)/.test(title) && (isCentred(formula) || !/^GRPO/.test(title)),
    'The reward less the mean of its group. Only a group of one is left to disagree about.',
  ],
  [
    'RLOO',
    (title) => /^(RLOO|LOOP)/.test(title),
    'The reward less the mean of the others of its group.',
  ],
  [
    'REINFORCE++-baseline',
    (title) => /^REINFORCE\+\+(-baseline| with a group baseline)/.test(title),
    'Centred in the group and scaled over the batch: by trajectories or by tokens, and centred once more or not.',
  ],
  [
    'REINFORCE++',
    (title) => /^REINFORCE\+\+($|, a rollout)/.test(title),
    'Returns of the tokens, whitened over all of them.',
  ],
  ['GDPO', (title) => /^GDPO/.test(title), 'Here with the same rewards in two columns.'],
];

function renderWhichGrpo(): string {
  const presets = listPresets();
  const families = FAMILIES.map(([title, of, text]) => {
    const rows = presets.flatMap((preset) => rowsOf(preset, of));
    const distinct = new Set(rows.filter(isComputed).map(({ cells }) => cells.join())).size;
    const table = rows.map(({ name, cells }) => `| \`${name}\` | ${cells.join(' | ')} |`);
    const count = `${rows.length} readings, ${distinct} different rows.`;
    return `## ${title}\n\n${text} ${count}\n\n| preset | 1 of a | 0.9 of b | 0.5 of c | 0.7, alone | 1 beside a missing one |\n|---|---:|---:|---:|---:|---:|\n${table.join('\n')}\n`;
  });
  return `<!-- Made by \`npm run docs\` of the presets; do not edit. -->

# Which GRPO is it?

One name means different numbers in different frameworks. This page computes the same rewards by every preset of a name, so that
each difference can be seen. All of it is one batch of one role:

| group | rewards | trained tokens |
|---|---|---|
| a | 1, 0, 0, 1 | 2, 4, 6, 3 |
| b | 0.9, 0.2, 0.4, 0.1 | 5, 1, 2, 4 |
| c | 0.5, 0.5, 0.5, 0.5 | 3, 3, 3, 3 |
| alone | 0.7 | 4 |

The last column is another batch, one group of 1, a missing reward (NaN), 0 and 1. *refused* means that the framework, and so the
preset, gives an error; the other columns are then computed without that group. Estimators of tokens are given a policy that is where
its reference is, and show the mean over the tokens of a trajectory. A name with a colon is a flag of the framework.

What each preset is, and where it was read: [estimators.md](estimators.md#estimators-of-other-frameworks). Two of them field by
field: \`upperhand estimators diff verl/grpo trl/grpo\`. What each would give to a rollout of yours:
\`upperhand explain rollouts.jsonl --rollout 17\`.

${families.join('\n')}`;
}

interface FamilyRow {
  readonly name: string;
  readonly cells: readonly string[];
}

function rowsOf({ name, title, formula, variants }: PresetDescription, of: Family[1]): FamilyRow[] {
  const readings: [string, string][] = [
    [name, formula],
    ...Object.entries(variants).map(([flag, other]): [string, string] => [
      `${name}:${flag}`,
      other,
    ]),
  ];
  return readings
    .filter(([, read]) => of(title, read))
    .map(([one]) => ({ name: one, cells: cellsOf(one) }));
}

function isComputed({ cells }: FamilyRow): boolean {
  return cells[0] !== 'refused';
}

function cellsOf(name: string): string[] {
  const whole = compute(name, REWARDS);
  const alone = whole?.[12];
  const rest = whole ?? compute(name, REWARDS.slice(0, 3));
  const hole = compute(name, HOLE);
  return [rest?.[0], rest?.[4], rest?.[8], alone, hole?.[0]].map(numberCell);
}

/** Advantages, means over the tokens of a trajectory where these have their own; null: refused. */
function compute(name: string, rewards: readonly number[][]): Float64Array | null {
  const flat = rewards.flat();
  const lengths = rewards.flatMap((group, g) => LENGTHS[g]?.slice(0, group.length) ?? []);
  const inputs = {
    lengths,
    trajectoryIds: [...lengths.keys()],
    kl: flat.map(() => 0),
    ...(name.includes('gdpo') && { columns: [flat, flat] }),
  };
  try {
    const spec = presetSpec(name);
    if (!('level' in spec && spec.level === 'token'))
      return runAdvEstimator(getAdvEstimator(name), rewards, inputs).advantages.values;
    const about = { title: name, source: 'docs' };
    // A policy that is where its reference and its teacher are.
    const zeros = new Float64Array(lengths.reduce((total, length) => total + length, 0));
    const same = { logprobs: zeros, refLogprobs: zeros, teacherLogprobs: zeros };
    const estimate = defineTokenEstimator({ ...about, spec, inputs: () => same });
    return runAdvEstimator(estimate, rewards, inputs).advantages.values;
  } catch (error) {
    if (error instanceof UpperhandError) return null;
    throw error;
  }
}

function numberCell(value: number | undefined): string {
  if (value === undefined) return 'refused';
  if (!Number.isFinite(value)) return String(value);
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
