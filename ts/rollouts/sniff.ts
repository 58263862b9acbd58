import type { SkippedKind } from './problem.ts';

/** What a file is by its first bytes, where that is not text with records. */
export function sniffForeign(
  head: Uint8Array,
): { readonly kind: SkippedKind; readonly message: string } | undefined {
  const text = String.fromCharCode(...head.subarray(0, 64));
  if (text.startsWith('version https://git-lfs')) {
    return {
      kind: 'lfs-pointer',
      message: 'is a Git LFS pointer, not the file itself; run `git lfs pull` first',
    };
  }
  const [, what] = magic.find(([start]) => text.startsWith(start)) ?? [];
  return what === undefined ? undefined : { kind: 'not-text', message: what };
}

const unpack = 'unpack it first';

/** How to get the samples out of what only Python can read. */
export const exportHint: string =
  'only Python can read it; of a file that you trust these three lines write its samples as JSON lines:\n' +
  '  import json, torch\n' +
  "  samples = torch.load('FILE', map_location='cpu', weights_only=False)['samples']\n" +
  "  open('FILE.jsonl', 'w').writelines(json.dumps(s, default=str) + '\\n' for s in samples)";

const magic: readonly (readonly [start: string, what: string])[] = [
  ['\x1f\x8b', `is compressed with gzip; ${unpack}`],
  ['\x28\xb5\x2f\xfd', `is compressed with Zstandard; ${unpack}`],
  ['BZh', `is compressed with bzip2; ${unpack} (\`bzip2 -dc FILE\`)`],
  ['\xfd7zXZ\0', `is compressed with xz; ${unpack} (\`xz -dc FILE\`)`],
  ['PK\x03\x04', `is a zip archive; ${unpack}`],
  ['PAR1', 'is a Parquet file, not text'],
  ...['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'].map(
    (start) => [start, `is a Python pickle: ${exportHint}`] as const,
  ),
  // With their marks, or with a brace as Windows tools write it without. That of UTF-32 begins with the other's.
  ...['\xff\xfe\0\0', '\0\0\xfe\xff', '{\0\0\0', '\0\0\0{'].map(
    (start) => [start, 'is UTF-32; save it as UTF-8'] as const,
  ),
  ...['\xff\xfe', '\xfe\xff', '{\0', '\0{'].map(
    (start) => [start, 'is UTF-16; save it as UTF-8'] as const,
  ),
];
