/** What a reason of deliberate differences stands for, for people. */
export interface Reason {
  /** A few words, for a heading. */
  readonly title: string;
  readonly text: string;
}

/** By the codes that `differences.json` and the rules of the topics have. */
export const reasons: Readonly<Record<string, Reason>> = {
  HEAD: {
    title: 'the older layout',
    text: "The older layout and HEAD differ; we give HEAD's result, taken from HEAD's own record.",
  },
  Z2: {
    title: 'no groups at all',
    text: 'An empty list of groups raises, in GRPO and RLOO always; we return an empty result.',
  },
  Z5: {
    title: 'unknown estimator names',
    text: 'An estimator name that nobody registered becomes "other" and fails when advantages are computed, if at all; we refuse it when the config is made, and name what was written. A registered custom name works everywhere.',
  },
  'case 22': {
    title: 'loaders that form no batch',
    text: 'A batch larger than the data, or data without a task, gives epochs without a batch; we refuse it when the loader is made.',
  },
  'case 55': {
    title: 'a list of two in an estimator map',
    text: 'A list of two in an estimator map is kept as it is and fails later; we take it for (estimator, loss).',
  },
  Z8: {
    title: 'termination reasons given as text',
    text: 'Termination reasons given as text are never masked; we read them as the reasons that they name.',
  },
  Z10: {
    title: 'equal uids',
    text: 'Trajectories leave their episodes by uid, so that one of the same uid elsewhere goes too; we refuse duplicate uids.',
  },
  Z19: {
    title: 'config values of the wrong type, misspelt keys',
    text: 'Values of the wrong type and misspelt keys are accepted; we refuse them, all at once.',
  },
  Z21: {
    title: "the older layout's RLOO and groups of one",
    text: "The older layout's RLOO fails for a whole role when a group has one member; we give the reward itself, as HEAD does.",
  },
  S3: {
    title: 'overwriting advantages of an estimator given as text',
    text: 'The warning about overwritten advantages fails on an estimator that is plain text; we warn and go on.',
  },
  S13: {
    title: 'where the older layout reads its config',
    text: 'The older layout reads the estimator and the mode from other places than its trainer; we read both layouts.',
  },
  S17: {
    title: 'ids without a colon',
    text: 'The rollout index of an id without a colon raises; ours is null.',
  },
  T4: {
    title: 'runs that only validate',
    text: 'A run that only validates does not call `on_train_end`; ours does, so that a backend can free what it holds.',
  },
  T7: {
    title: 'step numbers after the last step of an epoch',
    text: 'After an epoch the step number is that of the step to come, also in the last validation and in `on_train_end`, where none comes; ours is that of the last step that was done.',
  },
  T8: {
    title: 'success rates of one attempt',
    text: 'With one attempt at a task, pass@1 is overwritten by the share of tasks with a right attempt, which differs when a task comes twice; ours is the share of right attempts, always.',
  },
  T9: {
    title: 'validation in several batches',
    text: 'Means, standard deviations and extremes of the batches of a validation are averaged without weights; ours are those of all its rewards.',
  },
  T16: {
    title: 'rejection sampling over several batches',
    text: 'Mode `episode` forgets with every batch what it gathered, and so never accumulates; ours forgets once the groups were released, and its counts run until then.',
  },
  'train end': {
    title: 'errors of on_train_end',
    text: 'An error of `on_train_end`, which may have lost the last checkpoint, is logged and the run counts as a success; ours fails.',
  },
  'case 7': {
    title: 'sums of integer arrays',
    text: 'Integer arrays are added as integers there; our rewards are doubles, which round above 2^53.',
  },
};

/** The parts of a reason, which may be several: `'HEAD, case 55'`. */
export function partsOf(reason: string): string[] {
  return reason.split(', ');
}
