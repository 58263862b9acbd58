import type { Command } from 'commander';
import type { ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';

/** Adds a command to the program. */
export type AddCommand = (program: Command, io: Io, done: (code: ExitCode) => void) => void;

/** What is known of a command before it is loaded: what `upperhand --help` says. */
export interface CommandEntry {
  readonly name: string;
  /** Its options and arguments, in a word. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<AddCommand>;
}

/** All commands. A run loads the one that it is asked for: its options alone name formats, findings and kernels. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'advantages',
    usage: '[options] <files...>',
    summary: 'compute the advantages of rollout files',
    load: async () => (await import('./advantages.ts')).addAdvantages,
  },
  {
    name: 'explain',
    usage: '[options] <files...>',
    summary: 'say why a rollout gets its advantage',
    load: async () => (await import('./explain.ts')).addExplain,
  },
  {
    name: 'inspect',
    usage: '[options] <files...>',
    summary: 'say what rollout files hold, and what is wrong with them',
    load: async () => (await import('./inspect.ts')).addInspect,
  },
  {
    name: 'report',
    usage: '[options] <files...>',
    summary: 'write one HTML file to look at rollouts with',
    load: async () => (await import('./report.ts')).addReport,
  },
  {
    name: 'compare',
    usage: '[options] <a> [b]',
    summary: 'compare the rollouts of two runs or two steps',
    load: async () => (await import('./compare.ts')).addCompare,
  },
  {
    name: 'convert',
    usage: '[options] <in> <out>',
    summary: 'write rollout files of any format as another',
    load: async () => (await import('./convert.ts')).addConvert,
  },
  {
    name: 'estimators',
    usage: '[options]',
    summary: 'list the advantage estimators, show one, compare two',
    load: async () => (await import('./estimators.ts')).addEstimators,
  },
  {
    name: 'losses',
    usage: '[options]',
    summary: 'list the losses, show one, compare two',
    load: async () => (await import('./losses.ts')).addLosses,
  },
  {
    name: 'demo',
    usage: '[options]',
    summary: 'train a small model here, in about a minute',
    load: async () => (await import('./demo.ts')).addDemo,
  },
  {
    name: 'train',
    usage: '[options] <config> [overrides...]',
    summary: 'train a workflow as a config file says',
    load: async () => (await import('./train.ts')).addTrain,
  },
];
