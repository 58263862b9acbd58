import { formats } from './formats/index.ts';
import { commonSideFiles, type SideFile } from './side-files.ts';

/**
 * What a file beside rollouts is by its name; undefined for one that may hold rollouts.
 *
 * @param beside - names of all files and folders in its folder
 */
export function sideFileOf(name: string, beside: readonly string[]): SideFile | undefined {
  const known = [...formats.flatMap(({ sideFiles = [] }) => sideFiles), ...commonSideFiles];
  return known.find((side) => side.name.test(name) && (side.when?.(name, beside) ?? true));
}

/** Whether the name is one that rollouts may have: folders hold all kinds of files. */
function mayHoldRollouts(name: string): boolean {
  const endings = /\.(jsonl|ndjson|json|csv|tsv|ya?ml|parquet|zip|pt|pkl|pickle)$/i;
  // macOS writes `._` files beside others.
  return !name.startsWith('._') && endings.test(name.replace(/(\.(gz|zst))+$/i, ''));
}

/** Why a file in a folder or an archive is not read; undefined for one that is. */
export function passedOver(name: string, beside: readonly string[]): string | undefined {
  const side = sideFileOf(name, beside);
  if (side) return side.what;
  return mayHoldRollouts(name) ? undefined : 'no kind of file that holds rollouts';
}
