/** Kinds of warnings; each is explained where it arises. */
export type WarningKind =
  | 'advantages-overwritten'
  | 'advantage-length-mismatch'
  | 'groups-of-one'
  | 'unused-estimator-map-role'
  | 'non-finite-rewards'
  | 'estimator-inputs'
  | 'deprecated-option'
  | 'unknown-config-key'
  | 'misplaced-config-key'
  | 'conflicting-config'
  | 'trajectories-renamed'
  | 'trajectories-dropped'
  | 'reward-from-last-step'
  | 'mixed-tasks'
  | 'too-few-attempts'
  | 'empty-metric'
  | 'tracker-failed'
  | 'tracker-replaced'
  | 'tracker-resumed'
  | 'run-resumed'
  | 'nothing-to-train'
  | 'loader-not-resumed'
  | 'checkpoint-superseded'
  | 'checkpoints-off'
  | 'kernels-fallback'
  | 'episodes-missing'
  | 'episodes-failed'
  | 'trajectories-without-steps'
  | 'metrics-dropped'
  | 'groups-held-back'
  | 'groups-too-small'
  | 'empty-epoch'
  | 'progress-failed'
  | 'cleanup-failed'
  | 'episodes-not-logged'
  | 'leaked-rejection'
  | 'stray-result'
  | 'unused-workflow-args'
  | 'thread-fallback'
  | 'torn-line-cut';

/** Something that deserves a look but does not stop the work. */
export interface Warning {
  readonly kind: WarningKind;
  /** One complete sentence or more, with names and places. */
  readonly message: string;
  /** The first 1000 places concerned, where there are several: group ids, config paths, roles. */
  readonly places?: readonly string[];
}

export type OnWarning = (warning: Warning) => void;

const printed = new Set<WarningKind>();

/** What happens to warnings unless you pass `onWarning`: the first of each kind is printed, once a process. */
export const warnOnce: OnWarning = ({ kind, message }) => {
  if (printed.has(kind)) return;
  printed.add(kind);
  // What the kernels say concerns the process, not a call.
  const more =
    kind === 'kernels-fallback'
      ? ''
      : ' (more of this kind are not printed; pass onWarning to see all)';
  console.warn(`upperhand: ${message}${more}`);
};
