import { nearest } from '../errors/nearest.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';

/** What is written here. */
export type WrittenTracker = 'console' | 'file' | 'tensorboard';

/** Where a run is, for the sentences that say how to bring it elsewhere. */
export interface RunPlace {
  readonly projectName: string;
  readonly experimentName: string;
  /** Null: nowhere. */
  readonly runFolder: string | null;
}

/** A tracker of rLLM that is not written here: what is instead, and how that gets there. */
interface Replacement {
  readonly by: readonly ('file' | 'tensorboard')[];
  readonly how: (
    paths: { readonly metrics: string; readonly events: string },
    place: RunPlace,
  ) => string;
}

const wandb: Replacement = {
  by: ['tensorboard', 'file'],
  // Later versions read no event files any more.
  how: ({ metrics, events }, { projectName }) =>
    `run.log(line["data"], step=line["step"]) for each line of ${metrics}, or, up to wandb 0.29.0, \`wandb sync --project ${quote(projectName)} ${quote(events)}\``,
};

const lines = (call: string): Replacement => ({
  by: ['file'],
  how: ({ metrics }) => `${call} for each line of ${metrics}`,
});

const trackers: Readonly<Record<string, WrittenTracker | Replacement>> = {
  console: 'console',
  file: 'file',
  tensorboard: 'tensorboard',
  wandb,
  // rLLM's deprecated name of wandb.
  tracking: wandb,
  vemlp_wandb: wandb,
  swanlab: {
    by: ['tensorboard'],
    how: ({ events }, { projectName }) =>
      `\`swanlab convert --type tensorboard --project ${quote(projectName)} --tb-log-dir ${quote(events)}\``,
  },
  trackio: {
    by: ['tensorboard'],
    how: ({ events }, { projectName, experimentName }) =>
      `trackio.import_tf_events(${JSON.stringify(events)}, project=${JSON.stringify(projectName)}, name=${JSON.stringify(experimentName)})`,
  },
  mlflow: lines('mlflow.log_metrics(line["data"], step=line["step"])'),
  clearml: lines('Logger.report_scalar(…) of its metrics'),
  ui: lines("a POST to /api/metrics of rLLM's UI"),
};

/** What the names of trackers come to. */
export interface ResolvedTrackers {
  /** In the order of the names, each once. */
  readonly written: readonly WrittenTracker[];
  /** A sentence about those that others stand in for; null when there are none. */
  readonly notice: string | null;
  readonly replaced: readonly string[];
}

/** @throws UpperhandError `invalid-argument` for a name that there is not, with the one that was meant */
export function resolveTrackers(names: readonly string[], place: RunPlace): ResolvedTrackers {
  const written = new Set<WrittenTracker>();
  const replaced = new Map<string, string>();
  for (const name of names) {
    if (typeof name !== 'string') refuse('trainer.logger', 'names of trackers', name);
    const tracker = Object.hasOwn(trackers, name) ? trackers[name] : undefined;
    if (tracker === undefined) refuseName(name);
    else if (typeof tracker === 'string') written.add(tracker);
    else {
      for (const by of tracker.by) written.add(by);
      const root = place.runFolder ?? '.';
      const paths = { metrics: metricsFile(root), events: tensorBoardFolder(root) };
      const instead = tracker.by.map((by) => `"${by}"`).join(' and ');
      const how = tracker.how(paths, place);
      replaced.set(name, `"${name}" by ${instead}, to be brought there with ${how}`);
    }
  }
  const notice = `trackers that are not written here are replaced: ${[...replaced.values()].join('; ')}`;
  return {
    written: [...written],
    notice: replaced.size > 0 ? notice : null,
    replaced: [...replaced.keys()],
  };
}

export function metricsFile(runFolder: string): string {
  return `${runFolder}/metrics.jsonl`;
}

export function tensorBoardFolder(runFolder: string): string {
  return `${runFolder}/tensorboard`;
}

function refuseName(name: string): never {
  const known = Object.keys(trackers);
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : ` Did you mean ${show(meant)}?`;
  throw new UpperhandError(
    'invalid-argument',
    `trainer.logger: there is no tracker ${show(name)}.${hint} Known are ${known.join(', ')}; any object with log(metrics, step) can be given as well.`,
  );
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
