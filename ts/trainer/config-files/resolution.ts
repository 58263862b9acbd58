import { nearest } from '../../errors/nearest.ts';
import type { CallInterpolation, Element, KeyInterpolation, TextPiece } from './interpolation.ts';
import {
  type ConfigNode,
  childOf,
  describeNode,
  isMissing,
  list,
  type MappingNode,
  mapping,
  type ScalarNode,
  scalar,
} from './node.ts';
import { parseElement, parseText } from './parse-interpolation.ts';
import { pythonText } from './python-text.ts';
import { ResolveError } from './resolve-error.ts';
import { callResolver, type ResolverContext } from './resolvers.ts';

/** A node and the keys that lead to it. */
interface Location {
  readonly node: ConfigNode;
  readonly path: readonly string[];
  /** It is the result of an interpolation, in which nothing is left to replace. */
  readonly isDone?: boolean;
}

/** What interpolations may ask for beside the config. */
export type ResolutionOptions = Pick<ResolverContext, 'env' | 'now'>;

/**
 * Finds out what the values of one config are, with all interpolations replaced.
 *
 * Source: OmegaConf's interpolations.
 */
export class Resolution {
  readonly #root: MappingNode;
  readonly #options: ResolutionOptions;
  /** Paths whose interpolations are being replaced right now. */
  readonly #active: string[] = [];
  readonly #known = new Map<string, ConfigNode>();

  constructor(root: MappingNode, options: ResolutionOptions) {
    this.#root = root;
    this.#options = options;
  }

  /**
   * A node with everything in it replaced.
   *
   * @param path - the keys that lead to it
   * @throws ResolveError for the first interpolation that leads nowhere
   */
  resolve(node: ConfigNode, path: readonly string[]): ConfigNode {
    if (node.kind === 'list')
      return list(
        node.items.map((item, i) => this.resolve(item, [...path, String(i)])),
        node.place,
      );
    if (node.kind === 'mapping') {
      const entries = [...node.entries].map(
        ([key, child]) => [key, this.resolve(child, [...path, key])] as const,
      );
      return mapping(entries, node.place);
    }
    if (!isText(node)) return node;
    const name = path.join('.');
    const known = this.#known.get(name);
    if (known) return known;
    const value = this.#guarded(name, () => this.#settle(this.#follow(node, path.slice(0, -1))));
    const here = { ...value, place: node.place };
    this.#known.set(name, here);
    return here;
  }

  /** Where a node leads when it is an interpolation, as it is written there; the node itself when it is none, or leads nowhere. */
  target(node: ConfigNode, path: readonly string[]): ConfigNode {
    if (!isText(node)) return node;
    try {
      return this.#guarded(path.join('.'), () => this.#follow(node, path.slice(0, -1))).node;
    } catch (error) {
      if (error instanceof ResolveError) return node;
      throw error;
    }
  }

  /** Runs what needs the value at a path, and refuses to need it for itself. */
  #guarded<T>(name: string, action: () => T): T {
    const start = this.#active.indexOf(name);
    if (start >= 0)
      throw new ResolveError(
        `goes in a circle: ${[...this.#active.slice(start), name].join(' → ')}`,
      );
    this.#active.push(name);
    try {
      return action();
    } finally {
      this.#active.pop();
    }
  }

  /** Where a text leads: to another place if it is one interpolation alone, else to a value of its own. */
  #follow({ value: text, place }: TextNode, parent: readonly string[]): Location {
    const pieces = parsed(() => parseText(text));
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'object' && only.kind === 'key')
      return this.#target(only, parent);
    return { node: this.#text(pieces, parent, place), path: [], isDone: true };
  }

  #target(key: KeyInterpolation, parent: readonly string[]): Location {
    const text = this.#pathText(key.path, parent, key.source);
    const found = this.#select(text, parent);
    if (typeof found === 'string') throw new ResolveError(`${key.source} ${found}`);
    if (isMissing(found.node))
      throw new ResolveError(
        `${key.source} leads to ${found.path.join('.')}, which has no value (???)`,
      );
    return found;
  }

  /**
   * What stands at a path, which is relative when it begins with a dot: one is the mapping or list that holds the
   * value, two the one above it.
   *
   * @returns why there is nothing, if so
   */
  #select(text: string, parent: readonly string[]): Location | string {
    const { up, keys } = splitPath(text);
    if (up > parent.length + 1) throw new ResolveError(`${text} leads above the whole config`);
    const base = up === 0 ? [] : parent.slice(0, parent.length - up + 1);
    let location: Location = { node: this.#root, path: [] };
    for (const key of [...base, ...keys]) {
      if (isMissing(location.node))
        return `leads through ${location.path.join('.')}, which has no value (???)`;
      const child = childOf(location.node, key);
      if (!child) return nothingAt(location, key);
      const path = [...location.path, key];
      location =
        isText(child) && !location.isDone
          ? this.#guarded(path.join('.'), () => this.#follow(child, path.slice(0, -1)))
          : { ...location, node: child, path };
    }
    return location;
  }

  #settle({ node, path, isDone }: Location): ConfigNode {
    return isDone ? node : this.resolve(node, path);
  }

  #pathText(pieces: readonly TextPiece[], parent: readonly string[], source: string): string {
    return pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        const value = this.#value(piece, parent);
        if (value.kind === 'scalar' && typeof value.value === 'string') return value.value;
        throw new ResolveError(
          `${source}: ${piece.source} must be text to be a key, and is ${describeNode(value)}`,
        );
      })
      .join('');
  }

  #value(piece: Exclude<TextPiece, string>, parent: readonly string[]): ConfigNode {
    if (piece.kind === 'call') return this.#call(piece, parent);
    return this.#settle(this.#target(piece, parent));
  }

  #call(call: CallInterpolation, parent: readonly string[]): ConfigNode {
    const name = this.#pathText(call.name, parent, call.source);
    const args = call.args.map((arg) => this.#element(arg, parent));
    return callResolver(name, args, {
      ...this.#options,
      source: call.source,
      select: (text) => {
        const found = this.#select(text, parent);
        if (typeof found === 'string' || isMissing(found.node)) return undefined;
        return this.#settle(found);
      },
      decode: (text) =>
        this.#element(
          parsed(() => parseElement(text)),
          parent,
        ),
    });
  }

  #element(element: Element, parent: readonly string[]): ConfigNode {
    if (element.kind === 'value') return scalar(element.value, '');
    if (element.kind === 'list')
      return list(
        element.items.map((item) => this.#element(item, parent)),
        '',
      );
    if (element.kind === 'mapping')
      return mapping(
        element.entries.map(([key, value]) => [key, this.#element(value, parent)]),
        '',
      );
    const [only] = element.pieces;
    if (!element.quoted && element.pieces.length === 1 && typeof only === 'object')
      return this.#value(only, parent);
    return this.#text(element.pieces, parent, '');
  }

  #text(pieces: readonly TextPiece[], parent: readonly string[], place: string): ConfigNode {
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'object' && only.kind === 'call')
      return this.#call(only, parent);
    const text = pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = this.#value(piece, parent);
      if (value.kind === 'scalar') return pythonText(value.value);
      throw new ResolveError(
        `${piece.source} is ${describeNode(value)}, which cannot stand within a text`,
      );
    });
    return scalar(text.join(''), place);
  }
}

type TextNode = ScalarNode & { readonly value: string };

/** Whether a node is a text that must be read before it is a value. */
function isText(node: ConfigNode): node is TextNode {
  return node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('${');
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ResolveError(`is no interpolation: ${error.message}`);
    throw error;
  }
}

function splitPath(text: string): { up: number; keys: string[] } {
  const up = /^\.*/.exec(text)?.[0].length ?? 0;
  const keys = [...text.slice(up).matchAll(/\[(.*?)\]|([^.[]+)/g)].map(
    ([, inBrackets, bare]) => inBrackets ?? bare ?? '',
  );
  return { up, keys };
}

function nothingAt({ node, path }: Location, key: string): string {
  const whole = [...path, key].join('.');
  if (node.kind === 'scalar')
    return `leads nowhere: ${path.join('.')} is ${describeNode(node)} and has no ${key}`;
  const meant = node.kind === 'mapping' ? nearest(key, node.entries.keys()) : undefined;
  const hint = meant === undefined ? '' : `; did you mean ${[...path, meant].join('.')}?`;
  return `leads nowhere: there is no ${whole}${hint}`;
}
