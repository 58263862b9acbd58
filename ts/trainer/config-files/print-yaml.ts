import type { Node, Scalar as YamlScalar } from 'yaml';
import type { ConfigNode, MappingNode, Scalar } from './node.ts';
import { pythonText } from './python-text.ts';
import { resolvePlain } from './yaml-scalar.ts';

/** Text that must not stand in YAML as it is, or that reading would change. */
const NEEDS_ESCAPES =
  /[^\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

/** Writes a config as YAML that is read back as the same, with the place of every value as a comment. */
export async function printYaml(root: MappingNode): Promise<string> {
  const { Document, Pair, Scalar, YAMLMap, YAMLSeq } = await import('yaml');
  const write = (node: ConfigNode): Node => {
    if (node.kind === 'scalar') return commented(value(node.value), node.place);
    const isEmpty = node.kind === 'list' ? node.items.length === 0 : node.entries.size === 0;
    const container = node.kind === 'list' ? new YAMLSeq() : new YAMLMap();
    if (node.kind === 'list') container.items = node.items.map(write);
    else
      container.items = [...node.entries].map(([key, child]) => new Pair(text(key), write(child)));
    if (!isEmpty) return container;
    container.flow = true;
    return commented(container, node.place);
  };
  const value = (given: Scalar): YamlScalar => {
    if (typeof given === 'string') return text(given);
    const plain = new Scalar(scalarText(given));
    plain.type = Scalar.PLAIN;
    return plain;
  };
  const text = (given: string): YamlScalar => {
    const scalar = new Scalar(given);
    scalar.type = isSame(given) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
    return scalar;
  };
  const commented = <T extends Node>(node: T, place: string): T => {
    node.comment = ` ${place.replace(/\n/g, ' ')}`;
    return node;
  };
  // Without types of its own, so that what looks like a number is written as it is.
  const document = new Document(undefined, { schema: 'failsafe' });
  document.contents = write(root) as typeof document.contents;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function scalarText(value: Exclude<Scalar, string>): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value))
    return pythonText(value).replace(/[in]/, '.$&');
  return pythonText(value).replace(/^(True|False)$/, (word) => word.toLowerCase());
}

/** Whether a text without quotes is read as itself. */
function isSame(text: string): boolean {
  if (NEEDS_ESCAPES.test(text)) return false;
  try {
    return resolvePlain(text) === text;
  } catch {
    return false;
  }
}
