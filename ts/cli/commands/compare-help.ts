import { exitCodeHelp } from '../exit-code.ts';

/** What `upperhand compare --help` says below the options. */
export const compareHelp: string = `
Compares two runs, or with --steps two training steps of one run, role by role, B beside A:
  reward          mean over rollouts
  pass@k          unbiased, over tasks with k attempts or more; right is a reward above --above
  tokens, chars   what the policy wrote
Each has a 95 % interval, and so has B − A over the tasks that both have. Intervals are of the bootstrap over
tasks (rollouts of one task are alike): 1000 samples with a fixed seed, so the same files give the same
numbers; beyond 5000 tasks they are the normal approximation of it.
An interval of the difference that does not hold 0 is marked *.
Tasks are won where the mean reward of B is higher, and the largest changes are listed. Where rollouts
are in both (same step, task, role and attempt), as after scoring them anew, it is said how GRPO's advantages agree.
A task of several steps is one task, so choose steps where files hold several.

On a terminal tables are aligned; in a pipe they are tab-separated with headers. --json is one object.

${exitCodeHelp.replace('no rollout has a reward', 'A and B have nothing in common')}

Examples:
  upperhand compare before.jsonl after.jsonl
  upperhand compare logs/run-7 --steps 10,200
  upperhand compare run-a run-b --step 50 --role solver --above 0.5
  upperhand compare a.jsonl b.jsonl --json`;
