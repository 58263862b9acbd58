import type { DatasetInput } from '../datasets/dataset.ts';
import { StatefulTaskDataLoader } from '../datasets/stateful-task-data-loader.ts';
import { toDataset } from '../datasets/to-dataset.ts';
import { refuse } from '../errors/refuse.ts';
import type { TrainerConfig } from '../types/trainer-config.ts';
import type { Backend } from './backend.ts';
import type { BatchSource } from './batch-source.ts';
import type { TrainerState } from './trainer-state.ts';
import { during } from './training-error.ts';

/** The tasks of a run. */
export interface RunData {
  /** Steps that there will be; null when that is not known yet. */
  readonly totalSteps: number | null;
  /** Tasks of the training set; null when that is not known. */
  readonly tasks: number | null;
  trainBatches(): Promise<BatchSource>;
  valBatches(): Promise<BatchSource | null>;
}

interface Sources {
  readonly backend: Backend;
  readonly config: TrainerConfig;
  readonly state: TrainerState;
  readonly trainDataset: DatasetInput<unknown> | undefined;
  readonly valDataset: DatasetInput<unknown> | undefined;
}

/** Tasks of a training batch: more of them where rejection sampling will drop some. */
export function trainBatchSize({ data, rejectionSampling }: TrainerConfig): number {
  return Math.trunc(data.trainBatchSize * rejectionSampling.multiplier);
}

/** Opens the datasets and makes the loaders, unless the backend brings its own. */
export function openData(sources: Sources): Promise<RunData> {
  return sources.backend.getDataloader ? fromBackend(sources) : fromDatasets(sources);
}

async function fromDatasets({
  config,
  state,
  trainDataset,
  valDataset,
}: Sources): Promise<RunData> {
  const { data, trainer } = config;
  const open = (name: string, given: DatasetInput<unknown> | undefined) =>
    given === undefined ? null : during(`opening ${name}`, state, () => toDataset(given));
  const train = await open('trainDataset', trainDataset);
  const val = await open('valDataset', valDataset);
  const loader =
    train &&
    new StatefulTaskDataLoader(train, { batchSize: trainBatchSize(config), seed: data.seed });
  state.trainDataloader = loader;
  return {
    tasks: train?.length ?? null,
    totalSteps: limit(config) ?? (loader && loader.length * trainer.totalEpochs),
    trainBatches: async () => loader as BatchSource,
    valBatches: async () =>
      val &&
      new StatefulTaskDataLoader(val, {
        batchSize: data.valBatchSize === -1 ? val.length : data.valBatchSize,
        shuffle: false,
        dropLast: false,
      }),
  };
}

async function fromBackend({
  backend,
  config,
  state,
  trainDataset,
  valDataset,
}: Sources): Promise<RunData> {
  const ask = async (dataset: unknown): Promise<BatchSource> => {
    const loader = await backend.getDataloader?.(dataset, state);
    const isLoader =
      typeof loader === 'object' &&
      loader !== null &&
      (Symbol.asyncIterator in loader || Symbol.iterator in loader);
    if (!isLoader) refuse('what getDataloader gives', 'an iterable of batches of tasks', loader);
    const source: BatchSource = loader;
    for (const name of ['length', 'epoch'] as const) {
      const count = source[name] ?? 0;
      if (!Number.isSafeInteger(count) || count < 0)
        refuse(`the ${name} of what getDataloader gives`, 'a whole number, 0 or more', count);
    }
    return source;
  };
  return {
    tasks: null,
    totalSteps: limit(config),
    trainBatches: () => ask(trainDataset),
    valBatches: async () => (valDataset === undefined ? null : ask(valDataset)),
  };
}

function limit({ trainer: { totalBatches } }: TrainerConfig): number | null {
  return totalBatches > 0 ? totalBatches : null;
}
