import { formats } from '../../rollouts/formats/index.ts';
import { exitCodeHelp } from '../exit-code.ts';
import { KEPT, PRINTED, PRINTED_SOURCES } from '../reporter.ts';

/** What `upperhand advantages --help` says below the options. */
export const advantagesHelp: string = `
A row for each rollout in the order of the files (line, group, role, reward, advantage), then the
metrics of the batch. As a table it is aligned on a terminal and tab-separated, with headers, in a
pipe; in its cells \\t, \\n, \\u001b and \\\\ are a tab, a line end, a control character and a backslash.
json is one object { settings, rollouts, metrics, problems, warnings, counts }; jsonl is the rows
alone.
Several --estimator stand side by side, each as it would alone, and it is said where the others disagree
with the first: role by role how many advantages are equal, of opposite signs, or 0 in one only, how large
the differences are and how they correlate; and the rollouts: the first of each kind, and those that differ
most. Tables have a column for each estimator; in JSON a rollout has advantages, and metrics have an object,
by their names, and disagreements is there too. With --estimator-map a role has the same in all of them.
NaN and infinities are text in JSON. settings.epsilon is what was added to a std: null where no
estimator adds any, an object by estimator where they differ.

What is read (found out record by record, or said with --input-format), also packed with gzip, zstd or zip:
${describeFormats()}
docs/formats.md of this package says what is read from where. Of a folder all files are read, but for
those that are known to lie beside rollouts, which are listed.

Rollouts without a name have the role all_groups. Several files are parts of one set: the same task
in two of them is one group (--separate-files keeps them apart), but for rollouts of different training
steps or splits, where files tell of them. No file can be given twice.
A missing reward is not 0: such rollouts are listed without an advantage and left out of their group.
An empty id is a missing one, and a record without any is skipped.
Advantages that a file holds are not read: they are computed from rewards and groups.
Estimators of your own are registered by a module, which --import runs first; it imports upperhand from the
same project: import { registerAdvEstimator } from 'upperhand'. Where tsx runs TypeScript, that is .mts, or
.ts below a package.json of "type": "module": as CommonJS it would register them with an upperhand of its own.
Problems go to stderr with file and line. Of each kind ${PRINTED} a file are printed, of ${PRINTED_SOURCES} files, and the
first ${KEPT} of a file are in the JSON; all are counted.

${exitCodeHelp}

Examples:
  upperhand advantages rollouts.jsonl
  upperhand advantages shard-*.jsonl --estimator rloo --format json --out advantages.json
  upperhand advantages rollouts.jsonl --estimator grpo --estimator rloo
  upperhand advantages logs/run-7/episodes --format jsonl
  upperhand advantages scores.csv --estimator-map judge=reinforce --no-std`;

/** All formats by name; of those that people write themselves, where each field is. */
function describeFormats(): string {
  const width = Math.max(...formats.map(({ name }) => name.length)) + 2;
  return formats
    .map(({ name, title, describe }) => {
      const fields = [
        `group: ${describe.group}`,
        `role: ${describe.role}; reward: ${describe.reward}`,
        `which attempt: ${describe.rolloutIndex}`,
      ];
      const told = ['jsonl', 'csv'].includes(name) ? fields : [];
      const lines = told.map((line) => ' '.repeat(width + 2) + line);
      return [`  ${name.padEnd(width)}${title}`, ...lines].join('\n');
    })
    .join('\n');
}
