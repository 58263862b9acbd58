import { nodeFs } from '../platform/node-fs.ts';
import { newUid } from '../types/uid.ts';

/** Writes a file so that it is the whole old one or the whole new one at any time, also when the process dies. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const { rename, rm, writeFile } = nodeFs(path);
  // Beside it, under a name that is short whatever the other is.
  const passing = `${path.slice(0, path.lastIndexOf('/') + 1)}.${newUid()}.tmp`;
  try {
    await writeFile(passing, text);
    await rename(passing, path);
  } catch (error) {
    await rm(passing, { force: true });
    throw error;
  }
}
