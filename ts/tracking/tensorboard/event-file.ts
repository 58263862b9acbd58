import { besideFiles, nodeFs } from '../../platform/node-fs.ts';
import { syncFile } from '../sync-file.ts';
import { WorkQueue } from '../work-queue.ts';
import { versionEvent } from './event.ts';
import { frameRecord } from './frame-record.ts';

const WHAT = 'writing for TensorBoard';

/** A file of events in a folder, which is made with the first of them. */
export class EventFile {
  readonly #folder: string;
  readonly #seconds: () => number;
  readonly #work = new WorkQueue();
  #path: string | null = null;

  /** @param seconds - since 1970 */
  constructor(folder: string, seconds: () => number) {
    this.#folder = folder;
    this.#seconds = seconds;
  }

  /** The event is in the file when this resolves. After a failure the next one begins another file. */
  append(makeEvent: (seconds: number) => Uint8Array): Promise<void> {
    return this.#work.run(() => this.#append(makeEvent));
  }

  sync(): Promise<void> {
    return this.#work.run(async () => {
      if (this.#path !== null) await syncFile(this.#path);
    });
  }

  async #append(makeEvent: (seconds: number) => Uint8Array): Promise<void> {
    const { appendFile } = nodeFs(WHAT);
    const seconds = this.#seconds();
    const path = this.#path ?? (await this.#create(seconds));
    // Half a record may stand in it if this fails, and nothing is read behind one.
    this.#path = null;
    await appendFile(path, frameRecord(makeEvent(seconds)));
    this.#path = path;
  }

  async #create(seconds: number): Promise<string> {
    const { mkdir, rm, writeFile } = nodeFs(WHAT);
    const { hostname } = besideFiles('node:os', WHAT);
    const { pid } = process;
    await mkdir(this.#folder, { recursive: true });
    // TensorBoard reads the files of a folder in the order of their names.
    const time = String(Math.floor(seconds)).padStart(10, '0');
    for (let n = 0; ; n++) {
      const path = `${this.#folder}/events.out.tfevents.${time}.${hostname()}.${pid}.${n}`;
      try {
        await writeFile(path, frameRecord(versionEvent(seconds)), { flag: 'wx' });
        return path;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
        // One without its first event is no event file, and a full disk would leave one a step.
        await rm(path, { force: true });
        throw error;
      }
    }
  }
}
