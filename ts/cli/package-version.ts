/** The version of the installed package. */
export function packageVersion(): string {
  // An import of a node: module costs as much as a small file, and this one is loaded by every command.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
