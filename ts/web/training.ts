import type { FromWorker, LakeRunSettings, ToWorker } from './messages.ts';

/** One run, in a worker of its own. */
export class Training {
  readonly #worker: Worker;

  constructor(settings: LakeRunSettings, onMessage: (message: FromWorker) => void) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      onMessage({ type: 'failed', message: event.message || 'the worker could not be started' });
    };
    this.#post({ type: 'start', settings });
  }

  pause(): void {
    this.#post({ type: 'pause' });
  }

  resume(): void {
    this.#post({ type: 'resume' });
  }

  set pace(milliseconds: number) {
    this.#post({ type: 'pace', milliseconds });
  }

  /** Ends it, in the middle of whatever it does. */
  end(): void {
    this.#worker.terminate();
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}
