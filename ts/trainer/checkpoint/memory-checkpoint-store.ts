import type { CheckpointStore } from './checkpoint-store.ts';

/**
 * Checkpoints in memory, for tests and for runtimes without files.
 *
 * @example
 * const store = new MemoryCheckpointStore();
 * await store.write('global_step_2', { 'note.txt': new Uint8Array([1]) });
 * await store.writePointer('2');
 * await store.list(); // ['global_step_2']
 */
export class MemoryCheckpointStore implements CheckpointStore {
  readonly place = 'memory';
  readonly #folders = new Map<string, Map<string, Uint8Array>>();
  #pointer: string | null = null;

  async readPointer(): Promise<string | null> {
    return this.#pointer;
  }

  async writePointer(text: string): Promise<void> {
    this.#pointer = text;
  }

  async list(): Promise<string[]> {
    return [...this.#folders.keys()];
  }

  async read(name: string, file: string): Promise<Uint8Array | null> {
    return this.#folders.get(name)?.get(file)?.slice() ?? null;
  }

  async write(name: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const copies = Object.entries(files).map(([file, bytes]) => [file, bytes.slice()] as const);
    this.#folders.set(name, new Map(copies));
  }

  async setAside(name: string): Promise<string> {
    let aside = `${name}.superseded`;
    for (let i = 2; this.#folders.has(aside); i++) aside = `${name}.superseded.${i}`;
    this.#folders.set(aside, this.#folders.get(name) ?? new Map());
    this.#folders.delete(name);
    return aside;
  }
}
