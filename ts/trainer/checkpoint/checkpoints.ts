import type { Naming } from '../../config/field-names.ts';
import type { LoaderState } from '../../datasets/task-loader.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { OnWarning } from '../../errors/warning.ts';
import type { LoopConfig } from '../../types/trainer-config.ts';
import type { Store } from '../../workflow/store.ts';
import type { Backend } from '../backend.ts';
import type { BatchSource } from '../batch-source.ts';
import { checkState } from '../check-state.ts';
import type { TrainerState } from '../trainer-state.ts';
import { during } from '../training-error.ts';
import type { Agreement } from './agreement.ts';
import { checkpointFiles, type TrainerPart } from './checkpoint.ts';
import { type CheckpointStore, nameOfStep } from './checkpoint-store.ts';
import type { CountedTracker } from './counted-tracker.ts';
import { type FoundCheckpoint, findCheckpoint, withOffer } from './find-checkpoint.ts';
import { restoreStore, storeEntries } from './store-entries.ts';

/** A backend whose state can be put into a checkpoint. */
export type SavingBackend = Backend & Required<Pick<Backend, 'saveState' | 'loadState'>>;

/** What the checkpoints of a run are made with. */
export interface CheckpointParts {
  readonly backend: SavingBackend;
  readonly state: TrainerState;
  readonly config: LoopConfig;
  /** In which words advice is given. */
  readonly naming: Naming;
  readonly agreement: Agreement;
  readonly tracking: CountedTracker;
  /** Where they are saved. */
  readonly target: CheckpointStore;
  /** Where the one to resume from is: the same, unless a path leads elsewhere. */
  readonly source: CheckpointStore;
  readonly onWarning: OnWarning;
}

/** The checkpoints of one run: the one that it goes on from, and those that it saves. */
export class Checkpoints {
  /** The step that the run goes on from; null when it starts anew. */
  readonly resumedFrom: number | null;
  readonly #parts: CheckpointParts;
  /** Let go of once it is restored. */
  #found: FoundCheckpoint | null;
  #place: LoaderState | null;
  /** The step of the last one of this run, saved or resumed from. */
  #last: number;
  /** The step that the pointer of the target is to name until the next one is saved: 0 for none. */
  #pointed: number;
  #path: string | null;

  private constructor(parts: CheckpointParts, found: FoundCheckpoint | null) {
    this.#parts = parts;
    this.#found = found;
    this.#place = found?.checkpoint.trainer.loader ?? null;
    this.#path = found?.path ?? null;
    this.resumedFrom = found?.step ?? null;
    this.#last = found?.step ?? 0;
    this.#pointed = parts.source === parts.target ? this.#last : 0;
  }

  /** Reads the checkpoint to go on from, and changes nothing yet. */
  static async open(parts: CheckpointParts): Promise<Checkpoints> {
    const { source, config, agreement, naming } = parts;
    return new Checkpoints(parts, await findCheckpoint(source, config, agreement, naming));
  }

  /** The folder of the last one, saved or resumed from; null: there is none. */
  get path(): string | null {
    return this.#path;
  }

  /** Whether the run was stopped where a validation was due, which is made up for. */
  get owesValidation(): boolean {
    const { config, tracking } = this.#parts;
    const { testFreq } = config;
    const step = this.resumedFrom;
    return step !== null && testFreq > 0 && step % testFreq === 0 && tracking.logsOf(step) === 1;
  }

  /**
   * Puts everything back but the place in the data.
   *
   * @returns how often trackers were given something of the step that the run goes on from; undefined when it starts
   *   anew
   */
  async restore(workflowStore: Store): Promise<number | undefined> {
    const found = this.#found;
    if (!found) return undefined;
    this.#found = null;
    const { state, backend, onWarning, source, agreement, naming } = this.#parts;
    const { trainer, rejection, store, backend: bytes } = found.checkpoint;
    state.globalStep = trainer.globalStep;
    state.epoch = trainer.epoch;
    state.weightVersion = trainer.weightVersion;
    state.rsState = rejection;
    state.trackers = trainer.trackers ?? new Map();
    await during('loadState', state, async () => {
      try {
        // The bytes are the backend's own from now on.
        await backend.loadState(new Uint8Array(bytes), state);
      } catch (error) {
        // Those before it were saved by the same model: that they are whole is no help.
        const isOther = error instanceof UpperhandError && error.code === 'checkpoint-mismatch';
        throw await withOffer(error, source, isOther ? 0 : found.step, agreement, naming);
      }
      checkState(state);
    });
    if (store) await restoreStore(workflowStore, store);
    onWarning({
      kind: 'run-resumed',
      message: `the run goes on from step ${found.step}, as it was saved in ${found.path}`,
    });
    return trainer.logs;
  }

  /** Takes the loader to its place. */
  placeLoader(loader: BatchSource): void {
    if (this.resumedFrom === null) return;
    const { setState } = loader as { setState?: (state: LoaderState) => void };
    if (this.#place && setState) setState.call(loader, this.#place);
    else {
      this.#parts.onWarning({
        kind: 'loader-not-resumed',
        message:
          'the loader of the backend has no getState and setState, so the epoch begins anew, unless the backend took it to its place itself',
      });
    }
  }

  /** After a step and what belongs to it: saves when it is time. */
  async saveIfDue(loader: BatchSource, store: Store): Promise<void> {
    const { state, config } = this.#parts;
    if (config.saveFreq > 0 && state.globalStep % config.saveFreq === 0)
      await this.#save(loader, store);
  }

  /** After the last step: saves it, unless that was done. */
  async saveLast(loader: BatchSource, store: Store): Promise<void> {
    const { state, config } = this.#parts;
    if (config.saveFreq > 0 && state.globalStep > this.#last) await this.#save(loader, store);
  }

  async #save(loader: BatchSource, store: Store): Promise<void> {
    const { state } = this.#parts;
    await during('saving a checkpoint', state, async () => {
      const files = checkpointFiles({
        trainer: this.#trainerPart(loader),
        rejection: state.rsState,
        store: await storeEntries(store),
        backend: await this.#backendBytes(),
      });
      await this.#write(state.globalStep, files);
    });
  }

  async #write(step: number, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const { target, onWarning } = this.#parts;
    const name = nameOfStep(step);
    // What a pointer says of another run, or of steps that this one left behind, is over now.
    if ((await target.readPointer())?.trim() !== String(this.#pointed))
      await target.writePointer(String(this.#pointed));
    if ((await target.list()).includes(name)) {
      const aside = await target.setAside(name);
      onWarning({
        kind: 'checkpoint-superseded',
        message: `${target.place}/${name} was there already, and is called ${aside} now`,
      });
    }
    await target.write(name, files);
    await target.writePointer(String(step));
    this.#last = step;
    this.#pointed = step;
    this.#path = `${target.place}/${name}`;
  }

  #trainerPart(loader: BatchSource): TrainerPart {
    const { state, agreement, tracking } = this.#parts;
    const { getState } = loader as { getState?: () => LoaderState };
    const { globalStep, epoch, weightVersion, trackers } = state;
    return {
      globalStep,
      epoch,
      weightVersion,
      logs: tracking.logsOf(globalStep),
      loader: getState?.call(loader) ?? null,
      ...(trackers.size > 0 && { trackers }),
      agreement,
    };
  }

  async #backendBytes(): Promise<Uint8Array> {
    const { backend, state } = this.#parts;
    const bytes: unknown = await backend.saveState(state);
    if (!(bytes instanceof Uint8Array)) refuse('what saveState gives', 'a Uint8Array', bytes);
    return bytes;
  }
}
