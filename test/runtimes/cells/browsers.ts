import { join } from 'node:path';
import { type Browser, chromium, firefox } from '../browser.ts';
import type { Cell } from '../cell.ts';
import { servePage } from '../page-server.ts';

interface BrowserCell {
  readonly name: string;
  readonly browser: Browser;
  readonly entry?: string;
  /** The policy for scripts, to which the page's own import map is added. */
  readonly policy?: string;
  readonly expect?: Cell['expect'];
}

/** The package as it is, without a bundler: dist/browser.js by an import map. */
const page = (entry: string): string => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script src="/watch.js"></script>
<script type="importmap" nonce="map">
{ "imports": {
  "upperhand": "/upperhand/browser.js",
  "upperhand/kernels": "/upperhand/browser.js",
  "upperhand/local": "/upperhand/backends/local/index.js",
  "upperhand/trainer": "/upperhand/trainer/index.js",
  "#wasm-module": "/upperhand/kernels/wasm/wasm-module.js"
} }
</script>
<script type="module" src="/${entry}.mjs"></script>
`;

function browserCell({ name, browser, entry = 'page', policy, ...rest }: BrowserCell): Cell {
  return {
    name,
    expect: rest.expect ?? 'wasm-simd',
    tools: false,
    debian: browser.debian,
    async describe({ packed }) {
      const version = await browser.version(packed.folder);
      return policy ? `${version}, script-src ${policy}` : version;
    },
    async run(project) {
      const dist = join(project, 'node_modules', 'upperhand', 'dist');
      const server = await servePage({
        folders: {
          '/upperhand/kernels.wasm': join(dist, 'kernels', 'wasm', 'kernels.wasm'),
          '/upperhand/': dist,
          '/': project,
        },
        page: page(entry),
        headers: policy ? { 'content-security-policy': `script-src ${policy} 'nonce-map'` } : {},
      });
      try {
        return await browser.open(server, server.url, join(project, '.profile'));
      } finally {
        server.close();
      }
    },
  };
}

/** One notice is expected: the trainer's entry would bring the kernels a second time. */
const engine = { entry: 'page-engine', policy: "'self'" };
const refused = { fallback: /could not be compiled \(.*(Content Security Policy|CSP)/i };

export const browserCells: readonly Cell[] = [
  browserCell({ name: 'chromium', browser: chromium() }),
  browserCell({ ...engine, name: 'chromium-csp', browser: chromium(), expect: refused }),
  browserCell({
    name: 'chromium-csp-wasm',
    browser: chromium(),
    policy: "'self' 'wasm-unsafe-eval'",
  }),
  browserCell({ name: 'chromium-own-wasm', browser: chromium(), entry: 'page-own-wasm' }),
  browserCell({ name: 'firefox', browser: firefox }),
  browserCell({ ...engine, name: 'firefox-csp', browser: firefox, expect: refused }),
  browserCell({
    name: 'firefox-csp-wasm',
    browser: firefox,
    policy: "'self' 'wasm-unsafe-eval'",
  }),
];
