import type { ConfigReading } from '../config/config-reading.ts';
import { show } from '../errors/show.ts';
import { problemsOfInputs } from '../estimators/given-inputs.ts';
import type { Backend } from './backend.ts';

type Method = {
  [K in keyof Backend]-?: NonNullable<Backend[K]> extends (...args: never[]) => unknown ? K : never;
}[keyof Backend];

const METHODS: Readonly<Record<Method, 'required' | 'optional'>> = {
  initRolloutEngine: 'required',
  transformToBackendBatch: 'required',
  processBackendBatch: 'required',
  updatePolicy: 'required',
  validateConfig: 'optional',
  generateEpisodes: 'optional',
  computeAdvantages: 'optional',
  saveState: 'optional',
  loadState: 'optional',
  onTrainStart: 'optional',
  onTrainEnd: 'optional',
  onEpochStart: 'optional',
  onEpochEnd: 'optional',
  onBatchStart: 'optional',
  onBatchEnd: 'optional',
  onValidationStart: 'optional',
  onValidationEnd: 'optional',
  onPolicyUpdated: 'optional',
  getDataloader: 'optional',
  shutdown: 'optional',
};

/** Whether the members of a backend are what they must be, but for the tokenizer, which may come later. */
export function checkBackend(reading: ConfigReading, backend: Backend): void {
  const names = Object.keys(METHODS) as Method[];
  const given = names.map((name) => ({ name, value: backend[name] as unknown }));
  const missing = given.filter(({ name, value }) => METHODS[name] === 'required' && !value);
  if (missing.length > 0)
    reading.problem('backend', `lacks the methods ${missing.map(({ name }) => name).join(', ')}`);
  for (const { name, value } of given) {
    if (value && typeof value !== 'function')
      reading.problem(`backend.${name}`, `must be a function, got ${show(value)}`);
  }
  const { runFolder, configSections, saveState, loadState, estimatorInputs = {} } = backend;
  for (const { path, message } of problemsOfInputs('backend.estimatorInputs', estimatorInputs))
    reading.problem(path, message);
  if (Boolean(saveState) !== Boolean(loadState)) {
    const [has, lacks] = saveState ? ['saveState', 'loadState'] : ['loadState', 'saveState'];
    reading.problem('backend', `has ${has}, and so must have ${lacks} too`);
  }
  if (typeof (runFolder ?? 'none') !== 'string' || runFolder === '')
    reading.problem('backend.runFolder', `must be a path, got ${show(runFolder)}`);
  if (configSections !== undefined && !Array.isArray(configSections)) {
    reading.problem(
      'backend.configSections',
      `must be an array of names, got ${show(configSections)}`,
    );
  }
}
