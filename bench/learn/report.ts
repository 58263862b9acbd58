import { table } from '../lib/table.mjs';
import { type LearnRun, PARTS, type Part } from './learn-run.ts';

export interface LearnResult {
  readonly suite: string;
  readonly date: string;
  readonly machine: unknown;
  readonly parts: Readonly<Partial<Record<Part, readonly LearnRun[]>>>;
}

const READING: Readonly<Record<Part, string>> = {
  lake: 'Starts are counted after every update, by the likeliest moves; `sampled` is 1,000 games at temperature 1 from each start, after the last update. The reward of an update is that of the starts that were drawn, above all those from where games are still lost.',
  methods:
    'The same lake, tasks and seed; what differs is the estimator and the loss. Every update is two optimizer steps, so ratios leave 1 and clips count. Starts are counted as above; `sampled` is the mean over all of them.',
  controls:
    'The settings are those of the runs that learn, and only what is named differs: shuffled advantages give each trajectory that of another one of its batch. The reward is the mean of the first and of the last quarter of the updates; it falls a little where nothing is learned, as hard starts are drawn more often. Uniformly random moves have 0.08 over all starts. Where all moves are about as likely the likeliest ones are a matter of chance, and so is from how many starts they lead to the goal.',
  addition:
    'Greedy is the share of all hundred sums that the likeliest answer gets right, every 20 updates. Before is what imitation of demonstrations gives of which 30 % are right. Shuffled advantages are as in the controls of the lake.',
  judge:
    'Unseen pairs are those of numbers that no training shows, both answers in both orders, judged by the likeliest verdict every 5 updates. Two of three seeds are to hold. The solver is that of the first and of the last five updates.',
};

/** The table of each part that was trained. */
export function report({ parts }: LearnResult): string {
  return PARTS.flatMap((part) => {
    const runs = parts[part];
    return runs ? [`## ${part}`, runsTable(runs), READING[part]] : [];
  }).join('\n\n');
}

function runsTable(runs: readonly LearnRun[]): string {
  return table(
    ['run', 'wanted', 'came', 'holds', 'CPU s'],
    runs.map(({ name, seed, wanted, came, holds, cpuSeconds }) => [
      `${name}, seed ${seed}`,
      wanted,
      came,
      holds ? 'yes' : '**no**',
      cpuSeconds.toFixed(0),
    ]),
  );
}
