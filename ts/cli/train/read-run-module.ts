import { nearest } from '../../errors/nearest.ts';
import { show } from '../../errors/show.ts';
import type { TrainerOptions } from '../../trainer/trainer-options.ts';
import type { ModuleExports } from '../import-module.ts';

/** What a module may export, and the trainer's option that it becomes; the others are made into options here. */
const EXPORTS = [
  'workflow',
  'workflowArgs',
  'scorer',
  'trainDataset',
  'valDataset',
  'backend',
  'respond',
  'trackers',
  'trajGroupingHook',
  'trajGroupAdvEstimatorMap',
  'store',
  'executor',
] as const;

type ExportName = (typeof EXPORTS)[number];

/** The exports of a module that mean something to a run. */
export type RunModule = Readonly<Partial<Record<ExportName, unknown>>>;

/** Options of the trainer that a module gives as they are. */
export type PassedOptions = Pick<
  TrainerOptions,
  'workflowArgs' | 'trajGroupingHook' | 'trajGroupAdvEstimatorMap' | 'store' | 'executor'
>;

/**
 * Picks what a run is made of out of a module. A default export is an object of the same names, or the workflow.
 *
 * @param tell - gets a sentence about exports that mean nothing here
 */
export function readRunModule(exports: ModuleExports, tell: (message: string) => void): RunModule {
  const { default: main, ...named } = exports;
  const whole: Record<string, unknown> =
    typeof main === 'function' ? { workflow: main, ...named } : { ...toObject(main), ...named };
  const isKnown = (name: string): boolean => (EXPORTS as readonly string[]).includes(name);
  const others = Object.keys(whole).filter((name) => !isKnown(name));
  const missing = EXPORTS.filter((name) => whole[name] === undefined);
  const hints = others.flatMap((name) => {
    const meant = nearest(name, missing);
    return meant === undefined ? [] : [`${name} (did you mean ${meant}?)`];
  });
  if (hints.length > 0) tell(`exports that mean nothing to a run: ${hints.join(', ')}`);
  const known = Object.entries(whole).filter(([name]) => isKnown(name));
  return Object.fromEntries(known) as RunModule;
}

/** The options that the trainer takes and checks as they are. */
export function passedOptions(module: RunModule): PassedOptions {
  const names = [
    'workflowArgs',
    'trajGroupingHook',
    'trajGroupAdvEstimatorMap',
    'store',
    'executor',
  ] as const;
  const given = names.filter((name) => module[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, module[name]])) as PassedOptions;
}

/** For messages: what a module exports that a run knows. */
export function describeExports(module: RunModule): string {
  const names = Object.keys(module);
  return names.length === 0 ? 'nothing of that' : names.map((name) => show(name)).join(', ');
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
