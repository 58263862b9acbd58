import { heldAccess, openRandomAccess, type RandomAccess } from '../platform/random-access.ts';
import { gather } from './containers/gather.ts';
import type { ReadingContext } from './reading-context.ts';
import type { SourceReport } from './source-report.ts';

/** Runs a reader over bytes that it may read from anywhere: a file where there is one, or all that a stream gives. */
export async function* withAccess<T>(
  source: { readonly path?: string | URL },
  chunks: AsyncIterable<Uint8Array>,
  { maxRecordBytes }: ReadingContext,
  report: SourceReport,
  read: (file: RandomAccess) => AsyncIterable<T>,
): AsyncGenerator<T> {
  let file: RandomAccess;
  if (source.path !== undefined) file = await openRandomAccess(source.path);
  else {
    const what = 'such a file that comes as a stream has to be held as a whole, and';
    const bytes = await gather(chunks, maxRecordBytes, report, what);
    if (!bytes) return;
    file = heldAccess(bytes);
  }
  try {
    yield* read(file);
  } finally {
    await file.close();
  }
}
