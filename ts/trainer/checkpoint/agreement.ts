import type { Naming } from '../../config/field-names.ts';
import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { trainBatchSize } from '../run-data.ts';

/**
 * What a run and the checkpoint that it goes on from must have in common, by the name that it has in files: without
 * it the place in the data, the groups held back or the backend's bytes would mean something else. Null: not known.
 * All else of a config may change from one to the other.
 */
export type Agreement = Readonly<Record<string, string | number | null>>;

/** The names of those that code calls otherwise. */
const IN_CODE: Readonly<Record<string, string>> = {
  'data.train_batch_size x rejection_sample.multiplier':
    'data.trainBatchSize x rejectionSampling.multiplier',
  'rejection_sample.mode': 'rejectionSampling.mode',
  'transform.id_separator': 'transform.idSeparator',
};

export function agreementOf(
  config: TrainerConfig,
  backend: { readonly name: string },
  tasks: number | null,
): Agreement {
  return {
    backend: backend.name,
    'data.seed': config.data.seed,
    'data.train_batch_size x rejection_sample.multiplier': trainBatchSize(config),
    'number of tasks': tasks,
    'rejection_sample.mode': config.rejectionSampling.mode,
    'transform.id_separator': config.transform.idSeparator,
  };
}

/**
 * @param path - of the checkpoint, for messages
 * @throws UpperhandError `checkpoint-mismatch` with all that differs
 */
export function checkAgreement(
  saved: Agreement,
  own: Agreement,
  path: string,
  naming: Naming,
): void {
  const differences = Object.entries(own).flatMap(([name, value]) => {
    const before = saved[name] ?? null;
    if (before === null || value === null || before === value) return [];
    const told = naming === 'code' ? (IN_CODE[name] ?? name) : name;
    return [`${told} was ${show(before)}, and is ${show(value)}`];
  });
  if (differences.length === 0) return;
  throw new UpperhandError(
    'checkpoint-mismatch',
    `${path} is of another run: ${differences.join('; ')}`,
  );
}
