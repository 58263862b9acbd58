import type { RandomAccess } from '../platform/random-access.ts';
import { membersOf } from './members.ts';
import { withAccess } from './random-file.ts';
import type { Found, ReadingContext } from './reading-context.ts';
import { passedOver } from './side-file-names.ts';
import { exportHint } from './sniff.ts';
import type { OpenSource } from './source.ts';
import type { SourceReport } from './source-report.ts';
import { listZip, type ZipMember } from './unpack/zip.ts';

/** Rows of all files in a zip archive, each a source of its own. */
export async function* readArchive(
  source: Pick<OpenSource, 'name' | 'path'>,
  chunks: AsyncIterable<Uint8Array>,
  report: SourceReport,
  shared: ReadingContext,
  readMember: (member: OpenSource, shared: ReadingContext) => AsyncIterable<Iterable<Found>>,
): AsyncGenerator<Iterable<Found>> {
  async function* read(file: RandomAccess): AsyncGenerator<Iterable<Found>> {
    const members = await listZip(file);
    if (members.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
      report.refuse('not-text', `is a file of torch.save: ${exportHint}`);
      return;
    }
    // Its members are counted in its place.
    shared.counts.files--;
    const folders = namesByFolder(members);
    const wanted = members.filter((member) => isWanted(member, folders, report, shared));
    if (wanted.length === 0) {
      shared.counts.files++;
      report.refuse('empty-file', 'is a zip archive without rollout files');
    }
    const inside = membersOf(report, shared);
    for (const { name, open } of wanted) {
      yield* readMember({ name: `${source.name}/${name}`, open }, inside.shared);
    }
    inside.end();
  }
  yield* withAccess(source, chunks, shared, report, read);
}

function isWanted(
  { name }: ZipMember,
  folders: ReadonlyMap<string, ReadonlySet<string>>,
  report: SourceReport,
  shared: ReadingContext,
): boolean {
  const [folder, base] = cutPath(name);
  const reason = passedOver(base, [...(folders.get(folder) ?? [])]);
  if (reason === undefined) return true;
  shared.counts.sideFiles++;
  report.noteFile('side-file', `${name} is passed over: ${reason}`);
  return false;
}

/** Names of the files and folders in each folder. */
function namesByFolder(members: readonly ZipMember[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { name } of members) {
    for (let [folder, base] = cutPath(name); ; [folder, base] = cutPath(folder)) {
      const names = folders.get(folder) ?? new Set();
      folders.set(folder, names.add(base));
      if (folder === '') break;
    }
  }
  return folders;
}

function cutPath(path: string): [folder: string, base: string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}
