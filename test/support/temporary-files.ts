import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of the file that calls it, which is removed after them, and what writes files into it. */
export function temporaryFiles(): {
  readonly folder: string;
  /** Returns the path. */
  readonly file: (name: string, content: string | Uint8Array) => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}
