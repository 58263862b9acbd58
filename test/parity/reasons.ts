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
  'case 7': {
    title: 'sums of integer arrays',
    text: 'Integer arrays are added as integers there; our rewards are doubles, which round above 2^53.',
  },
};

/** The parts of a reason, which may be several: `'HEAD, case 55'`. */
export function partsOf(reason: string): string[] {
  return reason.split(', ');
}
