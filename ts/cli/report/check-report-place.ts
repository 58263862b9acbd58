import { open } from 'node:fs/promises';
import { REPORT_MARK } from '../../report/template.ts';
import { findOutPlace, type OutPlace } from '../out-place.ts';
import { UsageError } from '../usage-error.ts';

/** A report says what it is within so many bytes. */
const HEAD = 4096;

/**
 * Where a report goes.
 *
 * @throws UsageError where a file is that is no report, unless `force`; UpperhandError as `findOutPlace`
 */
export async function reportPlace(path: string, force: boolean): Promise<OutPlace> {
  const place = await findOutPlace(path);
  if (force || place.special || place.mode === null) return place;
  const file = await open(place.target, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (bytesRead === 0 || buffer.toString('latin1').includes(REPORT_MARK)) return place;
  } finally {
    await file.close();
  }
  throw new UsageError(`${path} is there and is no report; --force replaces it`);
}
