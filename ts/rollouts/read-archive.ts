import type { RandomAccess } from '../platform/random-access.ts';
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
  readMember: (member: OpenSource) => AsyncIterable<Iterable<Found>>,
): AsyncGenerator<Iterable<Found>> {
  async function* read(file: RandomAccess): AsyncGenerator<Iterable<Found>> {
    const members = await listZip(file);
    if (members.some(({ name }) => /(^|\/)data\.pkl$/.test(name))) {
      report.refuse('not-text', `is a file of torch.save: ${exportHint}`);
      return;
    }
    // Its members are counted in its place.
    shared.counts.files--;
    const wanted = members.filter((member) => isWanted(member, members, report, shared));
    if (wanted.length === 0) {
      shared.counts.files++;
      report.refuse('empty-file', 'is a zip archive without rollout files');
    }
    for (const { name, open } of wanted) {
      yield* readMember({ name: `${source.name}/${name}`, open });
    }
  }
  yield* withAccess(source, chunks, shared, report, read);
}

function isWanted(
  { name }: ZipMember,
  members: readonly ZipMember[],
  report: SourceReport,
  shared: ReadingContext,
): boolean {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const beside = members.flatMap((member) =>
    member.name.startsWith(folder) ? [member.name.slice(folder.length).split('/', 1)[0] ?? ''] : [],
  );
  const reason = passedOver(name.slice(folder.length), beside);
  if (reason === undefined) return true;
  shared.counts.sideFiles++;
  report.noteFile('side-file', `${name} is passed over: ${reason}`);
  return false;
}
