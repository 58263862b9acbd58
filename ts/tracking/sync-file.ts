import { nodeFs } from '../platform/node-fs.ts';

/** Resolves when what was written to a file would outlive a loss of power. */
export async function syncFile(path: string): Promise<void> {
  const { open } = nodeFs(path);
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
