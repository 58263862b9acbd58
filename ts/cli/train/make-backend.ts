import type { Respond } from '../../backends/scripted/scripted-answer.ts';
import { ScriptedBackend } from '../../backends/scripted/scripted-backend.ts';
import type { ConfigProblem } from '../../errors/config-error.ts';
import { show } from '../../errors/show.ts';
import type { Backend } from '../../trainer/backend.ts';
import type { TrainerConfig } from '../../types/trainer-config.ts';
import { UsageError } from '../usage-error.ts';
import type { RunModule } from './read-run-module.ts';

/** What a backend that a module exports as a class or a function is made with. */
export interface BackendInput {
  readonly config: TrainerConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The backend of a run: what the module exports, an object, a class or a function that makes one; else the one that
 * `rllm.backend` names.
 *
 * @param named - the value of `rllm.backend`
 * @throws UsageError when making it fails
 */
export async function makeBackend(
  module: RunModule,
  named: unknown,
  input: BackendInput,
  problems: ConfigProblem[],
): Promise<Backend | undefined> {
  const { backend, respond } = module;
  if (typeof backend === 'function') return made(backend as Maker, input);
  if (backend !== undefined) return backend as Backend;
  if (named === 'local') return makeLocal();
  const isScripted = named === 'scripted' || (named === undefined && respond !== undefined);
  if (!isScripted) {
    const got = named === undefined || named === null ? 'nothing' : show(named);
    const message = `must be "local" or "scripted", or the module must export a backend, got ${got}`;
    problems.push({ path: 'rllm.backend', message });
    return undefined;
  }
  if (typeof respond === 'function') {
    // It computes none, and takes any name; but who rehearses a run wants to know that the next backend will.
    const { unknownLosses } = await import('../../backends/unknown-losses.ts');
    problems.push(...unknownLosses(input.config));
    return new ScriptedBackend({ respond: respond as Respond });
  }
  const message = `is "scripted", so the module must export respond, a function that plays the model: (messages, request) => text; got ${show(respond)}`;
  problems.push({ path: 'rllm.backend', message });
  return undefined;
}

/** It reads its sizes from the sections `model` and `training` of the config. Loaded for the runs that have it. */
async function makeLocal(): Promise<Backend> {
  const { LocalBackend } = await import('../../backends/local/index.ts');
  return new LocalBackend() as Backend;
}

type Maker = ((input: BackendInput) => Backend | Promise<Backend>) &
  (new (
    input: BackendInput,
  ) => Backend);

async function made(maker: Maker, input: BackendInput): Promise<Backend> {
  const isClass = /^class\b/.test(Function.prototype.toString.call(maker));
  try {
    return isClass ? new maker(input) : await maker(input);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the backend of the module could not be made: ${reason}`);
  }
}
