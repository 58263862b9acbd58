import { type FindingKind, findingKinds } from '../../rollouts/survey/finding.ts';
import { ExitCode, exitCodeHelp } from '../exit-code.ts';

const width = Math.max(...Object.keys(findingKinds).map((kind) => kind.length)) + 2;
const kinds = (Object.keys(findingKinds) as FindingKind[])
  .map(
    (kind) =>
      `  ${kind.padEnd(width)}${findingKinds[kind].unit} that ${findingKinds[kind].message}`,
  )
  .join('\n');

/** What `upperhand inspect --help` says below the options. */
export const inspectHelp: string = `
Says what the files hold: format and version, roles, groups and their sizes, training steps, distributions of
rewards and lengths, how rollouts ended, and findings with their first places. Any format is read that
\`upperhand advantages\` reads, packed or not, and folders.
--role, --task and --step choose whole groups, and everything is about those. --reason, --min-reward,
--max-reward, --sort and --limit list rollouts: all else stays about whole groups.
--show prints one rollout with its messages, tokens, log probabilities and advantages: 12 is a line, 12.2 the
second rollout of line 12, run.jsonl:12 a line of one of several files (by its path or the end of it), task-7:3
attempt 3 at a task, task-7 a task, ro-81 an attempt by its own id (where that is no number).
Advantages beside it are GRPO's of its group; \`upperhand advantages\` has the other estimators.

On a terminal tables are aligned; in a pipe they are tab-separated with headers and an empty line between
them, and the findings come last. --json is one object, in which NaN and infinities are text.
too-easy, too-hard and effective are those of rLLM's difficulty metrics, which are in the JSON under its keys.

Findings, as --fail-on names them (also any, and no-signal for the three kinds without):
${kinds}
mismatched, invalid-content, bad-logprobs and prefix-breaks need --content, which reads files a second time
(standard input and pipes are kept in files for that).

${exitCodeHelp.replace(', no rollout has a reward', ', no rollout is selected')}
  ${ExitCode.FOUND}  there is a result, and it holds what --fail-on names

Examples:
  upperhand inspect rollouts.jsonl
  upperhand inspect logs/run-7 --step 12 --role solver
  upperhand inspect rollouts.jsonl --sort -length --limit 5
  upperhand inspect rollouts.jsonl --show fix-login:2
  upperhand inspect rollouts/ --json --fail-on missing,duplicates,singletons`;
