import { UpperhandError } from '../../errors/upperhand-error.ts';
import { nodeFs } from '../../platform/node-fs.ts';
import { checkPath } from '../../tracking/check-path.ts';
import { type CheckpointStore, POINTER_FILE } from './checkpoint-store.ts';

const WHAT = 'a checkpoint';

/**
 * Checkpoints as folders on disk. Files are written into a folder beside, brought to the disk, and only then given their
 * name; so a process that dies at any moment leaves the checkpoints that there were, and at most a folder
 * `.saving-…`, which the next writing clears away.
 *
 * @throws UpperhandError `no-file-system` where there are no files, `invalid-state` where another trainer saves in the folder
 *   at the same time; what the file system throws
 * @example
 * const store = new FileCheckpointStore('checkpoints/math/first');
 * await store.readPointer(); // null
 */
export class FileCheckpointStore implements CheckpointStore {
  readonly place: string;

  constructor(folder: string) {
    checkPath('folder', folder);
    this.place = folder;
  }

  async readPointer(): Promise<string | null> {
    const { readFile } = nodeFs(WHAT);
    return orNull(readFile(this.#path(POINTER_FILE), 'utf8'));
  }

  async writePointer(text: string): Promise<void> {
    const { mkdir, rename } = nodeFs(WHAT);
    await mkdir(this.place, { recursive: true });
    const passing = this.#path(`.saving-${POINTER_FILE}`);
    await this.#alone(async () => {
      await writeSynced(passing, new TextEncoder().encode(text), 'w');
      await rename(passing, this.#path(POINTER_FILE));
      await syncFolder(this.place);
    });
  }

  async list(): Promise<string[]> {
    const { readdir } = nodeFs(WHAT);
    return (await orNull(readdir(this.place))) ?? [];
  }

  async read(name: string, file: string): Promise<Uint8Array | null> {
    const { readFile } = nodeFs(WHAT);
    const bytes = await orNull(readFile(this.#path(`${name}/${file}`)));
    return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async write(name: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const { mkdir, rename, rm } = nodeFs(WHAT);
    const passing = this.#path(`.saving-${name}`);
    await this.#alone(async () => {
      await rm(passing, { recursive: true, force: true });
      await mkdir(passing, { recursive: true });
      for (const [file, bytes] of Object.entries(files))
        await writeSynced(`${passing}/${file}`, bytes, 'wx');
      await syncFolder(passing);
      await rename(passing, this.#path(name));
      await syncFolder(this.place);
    });
  }

  async setAside(name: string): Promise<string> {
    const { rename } = nodeFs(WHAT);
    const taken = await this.list();
    let aside = `${name}.superseded`;
    for (let i = 2; taken.includes(aside); i++) aside = `${name}.superseded.${i}`;
    await this.#alone(() => rename(this.#path(name), this.#path(aside)));
    return aside;
  }

  #path(name: string): string {
    return `${this.place}/${name}`;
  }

  /** What it has just made is there, and what it makes is not, unless somebody else is at work in the folder. */
  async #alone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(code)) throw error;
      throw new UpperhandError(
        'invalid-state',
        `${this.place} was changed while a checkpoint was being saved there (${code}): does another trainer save in it? Each run needs a folder of its own`,
        { cause: error },
      );
    }
  }
}

/** What is not there is null. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Resolves when the bytes would outlive a loss of power. */
async function writeSynced(path: string, bytes: Uint8Array, flag: 'w' | 'wx'): Promise<void> {
  const { open } = nodeFs(WHAT);
  const file = await open(path, flag);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The same for the names in a folder, where the system has that. */
async function syncFolder(path: string): Promise<void> {
  const { open } = nodeFs(WHAT);
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (!['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EACCES'].includes(code)) throw error;
  }
}
