/** What is known of a column of a table, or of several that are one inside: a tree, as in hyparquet. */
interface Node {
  readonly path: readonly string[];
  readonly children: readonly Node[];
}

/** Of which row groups are made. */
interface Column {
  readonly meta_data?: { readonly path_in_schema: readonly string[] } | undefined;
}

/**
 * Row groups must have the columns of the table, in its order. A damaged file may have others, which hyparquet reads without
 * waiting for them: their failure would end the process.
 *
 * @throws Error
 */
export function checkColumns(
  schema: Node,
  groups: readonly { readonly columns: readonly Column[] }[],
): void {
  const names = leavesOf(schema).map((path) => path.join('.'));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`two columns are named ${JSON.stringify(twice)}`);
  for (const [i, { columns }] of groups.entries()) {
    const found = columns.map(({ meta_data }) => meta_data?.path_in_schema.join('.'));
    if (found.length === names.length && found.every((name, at) => name === names[at])) continue;
    throw new Error(`row group ${i + 1} has other columns than the table`);
  }
}

function leavesOf({ path, children }: Node): (readonly string[])[] {
  return children.length === 0 ? [path] : children.flatMap(leavesOf);
}
