/** What the reasons of deliberate differences stand for, for people. */
export const reasons: Readonly<Record<string, string>> = {
  HEAD: "The older layout and HEAD differ; we give HEAD's result, taken from HEAD's own record.",
  Z2: 'An empty list of groups raises, in GRPO and RLOO always; we return an empty result.',
  Z5: 'An estimator name that nobody registered becomes "other" and fails when advantages are computed, if at all; we refuse it when the config is made, and name what was written. A registered custom name works everywhere.',
  'case 55':
    'A list of two in an estimator map is kept as it is and fails later; we take it for (estimator, loss).',
  Z8: 'Termination reasons given as text are never masked; we read them as the reasons that they name.',
  Z10: 'Trajectories leave their episodes by uid, so that one of the same uid elsewhere goes too; we refuse duplicate uids.',
  Z19: 'Values of the wrong type and misspelt keys are accepted; we refuse them, all at once.',
  Z21: "The older layout's RLOO fails for a whole role when a group has one member; we give the reward itself, as HEAD does.",
  S3: 'The warning about overwritten advantages fails on an estimator that is plain text; we warn and go on.',
  S13: 'The older layout reads the estimator and the mode from other places than its trainer; we read both layouts.',
  S17: 'The rollout index of an id without a colon raises; ours is null.',
  'case 7':
    'Integer arrays are added as integers there; our rewards are doubles, which round above 2^53.',
};
