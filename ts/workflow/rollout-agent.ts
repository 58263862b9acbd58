import type { Step } from '../types/step.ts';
import { createLanguageModel, type LanguageModel } from './model/language-model.ts';
import { createFetch } from './model/openai-fetch.ts';
import type { RecordingModel } from './model/recording-model.ts';
import type { AgentHandle } from './workflow-context.ts';

/** One agent of one rollout. Its ways to the model are made when they are asked for. */
export class RolloutAgent implements AgentHandle {
  readonly name: string;
  readonly #makeModel: () => RecordingModel;
  #model: RecordingModel | null = null;
  #fetch: typeof globalThis.fetch | null = null;
  #languageModel: LanguageModel | null = null;

  constructor(name: string, makeModel: () => RecordingModel) {
    this.name = name;
    this.#makeModel = makeModel;
  }

  get model(): RecordingModel {
    this.#model ??= this.#makeModel();
    return this.#model;
  }

  get fetch(): typeof globalThis.fetch {
    this.#fetch ??= createFetch(this.model);
    return this.#fetch;
  }

  get languageModel(): LanguageModel {
    this.#languageModel ??= createLanguageModel(this.model);
    return this.#languageModel;
  }

  /** What was recorded until now. */
  get steps(): readonly Step[] {
    return this.#model?.steps ?? [];
  }

  /** Requests that gave no step; null when there are none. */
  get lost(): Readonly<Record<string, number>> | null {
    const lost = this.#model?.lost;
    return lost && Object.values(lost).some((count) => count > 0) ? { ...lost } : null;
  }
}
