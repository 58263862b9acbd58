/** The longest name that file systems take, in bytes. */
const MAX_NAME_BYTES = 255;
const HASH_DIGITS = 16;
/** What separates and escapes on one system or another, control characters, and halves of surrogate pairs. */
const UNSAFE = /[:/\\<>"|?*\p{Cc}\p{Cs}]/gu;

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Names for the file of an episode, the first of which no other episode has is to be taken: rLLM's,
 * `episode_hash{task hash}_id{id}.json` with `_` for what no file name may hold, and then the same with a hash of the
 * id. An id that is too long is cut, and has the hash at once.
 *
 * @param sha256 - of text, as hexadecimal digits
 */
export function* episodeFileNames(
  taskHash: string,
  id: string,
  sha256: (text: string) => string,
): Generator<string, never, undefined> {
  const nameOf = (idPart: string): string => `episode_hash${taskHash}_id${idPart}.json`;
  const most = MAX_NAME_BYTES - encoder.encode(nameOf('')).length;
  const safe = id.replace(UNSAFE, '_');
  if (encoder.encode(safe).length <= most) yield nameOf(safe);
  const cut = cutToBytes(safe, most - HASH_DIGITS - 1);
  for (let n = 1; ; n++) {
    const hash = sha256(n === 1 ? id : `${id}:${n}`).slice(0, HASH_DIGITS);
    yield nameOf(`${cut}~${hash}`);
  }
}

/** The beginning of a text that has at most so many bytes as UTF-8, in whole characters. */
function cutToBytes(text: string, most: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
