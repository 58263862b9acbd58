import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.ts';
import type { Cell, Matrix, Outcome } from '../cell.ts';
import { start } from '../process.ts';
import { programOf, versionOf } from '../programs.ts';

/** Before and after 2025-06-01, from when on bytes may be compiled while a Worker starts. */
const DATES = { old: '2023-07-01', new: '2026-11-01' } as const;

interface WorkerdCell {
  readonly name: string;
  readonly entry: 'worker-startup' | 'worker-request';
  readonly date: keyof typeof DATES;
  /** Whether it is bundled with the condition `workerd`, as wrangler does. */
  readonly condition?: boolean;
  readonly expect?: Cell['expect'];
}

const workerd = (matrix: Matrix): string => programOf(matrix, '@cloudflare', 'bin/workerd');

function workerdCell({ name, entry, date, condition = true, ...rest }: WorkerdCell): Cell {
  return {
    name,
    expect: rest.expect ?? 'wasm-simd',
    tools: true,
    describe(matrix) {
      workerd(matrix);
      const where = entry === 'worker-startup' ? 'at startup' : 'in a request';
      const how = condition ? '' : ', bundled without its condition';
      return `workerd ${versionOf(matrix, 'workerd')}, ${DATES[date]}, ${where}${how}`;
    },
    async run(project, matrix) {
      const names = await bundle(project, matrix, condition ? 'workerd' : 'esbuild', entry);
      const wasm = condition ? ['kernels.wasm'] : [];
      if (names.join() !== [...wasm, `${entry}.js`].sort().join())
        throw new Error(`the bundle has ${names.join(', ')}`);
      const modules = [
        `(name = "worker.js", esModule = embed "out/${entry}.js")`,
        ...wasm.map((file) => `(name = "${file}", wasm = embed "out/${file}")`),
      ];
      writeFileSync(join(project, 'config.capnp'), configuration(modules, DATES[date]));
      return serve(workerd(matrix), project);
    },
  };
}

function configuration(modules: readonly string[], date: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${modules.join(', ')}], compatibilityDate = "${date}")),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

async function serve(program: string, project: string): Promise<Outcome> {
  const args = ['serve', '--verbose', 'config.capnp', '--control-fd=1'];
  const server = start(program, args, { cwd: project });
  try {
    const port = await server.waitFor((stdout) => /"port":(\d+)/.exec(stdout)?.[1]);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    const body = await response.text();
    if (!response.ok) throw new Error(`answered ${response.status}: ${body}\n${server.stderr()}`);
    return { code: 0, stdout: `${body}\n`, stderr: server.stderr() };
  } finally {
    await server.stop();
  }
}

const uncompiled = { fallback: /could not be compiled \(.*disallowed by embedder/ };

export const workerdCells: readonly Cell[] = [
  workerdCell({ name: 'workerd-startup-old', entry: 'worker-startup', date: 'old' }),
  workerdCell({ name: 'workerd-startup-new', entry: 'worker-startup', date: 'new' }),
  workerdCell({ name: 'workerd-request-old', entry: 'worker-request', date: 'old' }),
  workerdCell({ name: 'workerd-request-new', entry: 'worker-request', date: 'new' }),
  workerdCell({
    name: 'workerd-plain-startup',
    entry: 'worker-startup',
    date: 'new',
    condition: false,
  }),
  workerdCell({
    name: 'workerd-plain-request',
    entry: 'worker-request',
    date: 'new',
    condition: false,
    expect: uncompiled,
  }),
];
