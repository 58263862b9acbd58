import type { DefaultEntry } from './defaults-list.ts';

/** The file whose `defaults` name an entry: its folder, and where in the config it goes. */
export interface Parent {
  readonly folder: string;
  readonly package: string;
}

export const UPPERMOST: Parent = { folder: '', package: '' };

/** The folder, from the uppermost one, in which the file or the options of an entry lie. */
export function folderOf(entry: DefaultEntry, parent: Parent): string {
  const isAbsolute = entry.path.startsWith('/');
  const written = writtenFolder(entry);
  return isAbsolute || parent.folder === '' ? written : joined(parent.folder, written, '/');
}

/** Where in the config the file of an entry goes: what an @ says, else its own header, else as its folder is called. */
export function packageOf(
  entry: DefaultEntry,
  parent: Parent,
  header: string | null = null,
): string {
  const folder = dotted(folderOf(entry, parent));
  const given = entry.package === '_here_' ? '' : entry.package;
  const said = given?.includes('_group_')
    ? `_global_.${given.replaceAll('_group_', folder)}`
    : (given ?? absolute(header));
  const whole = joined(parent.package, said ?? dotted(writtenFolder(entry)), '.');
  const global = whole.lastIndexOf('_global_');
  return global < 0 ? whole : whole.slice(global + '_global_.'.length);
}

/** By what the command line and an `override` entry call a group: `db`, or `db@backup` where it goes elsewhere. */
export function keyOf(entry: DefaultEntry, parent: Parent): string {
  const folder = folderOf(entry, parent);
  const pack = packageOf(entry, parent);
  return pack === dotted(folder) ? folder : `${folder}@${pack || '_global_'}`;
}

/** The folder as the entry has it. */
function writtenFolder({ kind, path }: DefaultEntry): string {
  const bare = path.replace(/^\//, '');
  return kind === 'group' ? bare : bare.slice(0, Math.max(0, bare.lastIndexOf('/')));
}

/** A header counts from the uppermost level. */
function absolute(header: string | null): string | null {
  if (header === null || /^_global_($|\.)/.test(header)) return header;
  return `_global_.${header}`;
}

function joined(above: string, below: string, separator: string): string {
  return [above, below].filter((part) => part !== '').join(separator);
}

function dotted(path: string): string {
  return path.replaceAll('/', '.');
}
