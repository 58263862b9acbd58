import { type ConfigNode, describeNode, list, scalar } from './node.ts';
import { pythonText } from './python-text.ts';
import { ResolveError } from './resolve-error.ts';

/** What a function of an interpolation may use. */
export interface ResolverContext {
  /** The call as it was written. */
  readonly source: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** The value at a path; undefined when there is none or it is `???`. */
  readonly select: (path: string) => ConfigNode | undefined;
  /** Reads a text as one value. */
  readonly decode: (text: string) => ConfigNode;
}

type Resolver = (args: readonly ConfigNode[], context: ResolverContext) => ConfigNode;

/** OmegaConf's own, as far as configs of runs use them; `mul` is rLLM's, and `now` is Hydra's. */
const RESOLVERS: Readonly<
  Record<string, { readonly min: number; readonly max: number; readonly run: Resolver }>
> = {
  'oc.env': {
    min: 1,
    max: 2,
    run([name, fallback], { source, env }) {
      const key = textOf(name as ConfigNode, source, 'the name of an environment variable');
      const value = Object.hasOwn(env, key) ? env[key] : undefined;
      if (value !== undefined) return scalar(value, '');
      if (!fallback)
        throw new ResolveError(
          `${source}: the environment variable ${key} is not set, and there is no default`,
        );
      if (fallback.kind !== 'scalar')
        throw new ResolveError(
          `${source}: the default must be text, a number, a boolean or null, got a ${fallback.kind}`,
        );
      return fallback.value === null ? fallback : scalar(pythonText(fallback.value), '');
    },
  },
  'oc.select': {
    min: 1,
    max: 2,
    run([path, fallback = scalar(null, '')], { source, select }) {
      return select(textOf(path as ConfigNode, source, 'a path')) ?? fallback;
    },
  },
  'oc.decode': {
    min: 1,
    max: 1,
    run([text], { source, decode }) {
      const node = text as ConfigNode;
      if (node.kind === 'scalar' && node.value === null) return node;
      return decode(textOf(node, source, 'text or null'));
    },
  },
  'oc.dict.keys': {
    min: 1,
    max: 1,
    run([path], { source, select }) {
      const found = select(textOf(path as ConfigNode, source, 'a path'));
      if (found?.kind === 'mapping')
        return list(
          [...found.entries.keys()].map((key) => scalar(key, '')),
          '',
        );
      throw new ResolveError(
        `${source} must name a mapping, got ${found ? describeNode(found) : 'nothing'}`,
      );
    },
  },
  mul: {
    min: 2,
    max: 2,
    run(args, { source }) {
      const product = args.map((arg) => wholeNumber(arg, source)).reduce((a, b) => a * b, 1n);
      return scalar(product, '');
    },
  },
  now: {
    min: 1,
    max: 1,
    run([format], { source, now }) {
      return scalar(formatTime(textOf(format as ConfigNode, source, 'a format'), now, source), '');
    },
  },
};

/** @throws ResolveError for a name that there is not, a wrong number of arguments, or what the function refuses */
export function callResolver(
  name: string,
  args: readonly ConfigNode[],
  context: ResolverContext,
): ConfigNode {
  const resolver = Object.hasOwn(RESOLVERS, name) ? RESOLVERS[name] : undefined;
  if (!resolver) {
    const known = Object.keys(RESOLVERS).join(', ');
    throw new ResolveError(`${context.source}: there is no function ${name}; there are ${known}`);
  }
  const { min, max, run } = resolver;
  if (args.length >= min && args.length <= max) return run(args, context);
  const wanted = min === max ? `${min}` : `${min} or ${max}`;
  throw new ResolveError(
    `${context.source}: ${name} takes ${wanted} argument${max === 1 ? '' : 's'}, got ${args.length}`,
  );
}

function textOf(node: ConfigNode, source: string, what: string): string {
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
  throw new ResolveError(`${source} needs ${what}, got ${describeNode(node)}`);
}

function wholeNumber(node: ConfigNode, source: string): bigint {
  const value = node.kind === 'scalar' ? node.value : null;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.trunc(value));
  throw new ResolveError(`${source} needs numbers, got ${describeNode(node)}`);
}

/** The codes of strftime that names of runs are made of, in the time zone of this machine. */
function formatTime(format: string, now: Date, source: string): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const codes: Readonly<Record<string, string>> = {
    Y: String(now.getFullYear()),
    m: two(now.getMonth() + 1),
    d: two(now.getDate()),
    H: two(now.getHours()),
    M: two(now.getMinutes()),
    S: two(now.getSeconds()),
    '%': '%',
  };
  return format.replace(/%(.?)/g, (code, letter: string) => {
    if (Object.hasOwn(codes, letter)) return codes[letter] as string;
    const known = Object.keys(codes).map((one) => `%${one}`);
    throw new ResolveError(`${source}: there is no code ${code}; there are ${known.join(', ')}`);
  });
}
