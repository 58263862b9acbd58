import type { Episode } from '../../types/episode.ts';
import { episodeLine } from './episode-line.ts';
import type { LineFields } from './line-fields.ts';

/** Lines are gathered to pieces of about so many characters. */
const PIECE = 1 << 16;

/**
 * Writes episodes as lines of this package's own format to a web stream, and closes it; where that fails, or an episode is
 * none, it is aborted. Each piece is waited for, so that memory does not grow with their number.
 *
 * @param fields - of all of them, before what they tell themselves
 * @returns how many episodes were written
 * @throws UpperhandError as `episodeLine`; what reading the episodes and the stream throw
 * @example
 * const { readable, writable } = new TransformStream();
 * const text = new Response(readable).text();
 * await writeEpisodes([createEpisode({ id: 'sum:0' })], writable); // 1
 * (await text).startsWith('{"upperhand":1,"id":"sum:0",'); // true
 */
export async function writeEpisodes(
  episodes: AsyncIterable<Episode & LineFields> | Iterable<Episode & LineFields>,
  stream: WritableStream<Uint8Array>,
  fields: LineFields = {},
): Promise<number> {
  const writer = stream.getWriter();
  const encoder = new TextEncoder();
  let [written, text] = [0, ''];
  try {
    for await (const episode of episodes) {
      text += episodeLine(episode, fields);
      written++;
      if (text.length < PIECE) continue;
      await writer.write(encoder.encode(text));
      text = '';
    }
    if (text !== '') await writer.write(encoder.encode(text));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  } finally {
    writer.releaseLock();
  }
  return written;
}
