// The demo as a static page: `npm run demo:web [-- --port N] [-- --out DIR]`.
//
// Bundles ts/web with the package in dist/ into dist-web/ and serves that on this machine alone; --port says where
// (default: any that is free). With --out the page is only written, into DIR: any static web server can have it, in any
// of its folders. scripts/setup.mjs --build comes first.

import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { orFail, root, say, timed } from './run.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Writes the page into a folder, in place of an earlier one. A folder that has anything else in it is refused: what is
 * old is deleted before what is new is written.
 */
export async function buildPage(out) {
  checkFolder(out);
  const { build } = await import('vite');
  // On a busy machine it would say where its time went.
  const quiet = { checks: { pluginTimings: false, bundlerTimings: false } };
  await build({
    root: join(root, 'ts', 'web'),
    configFile: false,
    logLevel: 'warn',
    // Addresses that begin at the page, wherever it is put.
    base: './',
    worker: { format: 'es', rolldownOptions: quiet },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: quiet,
    },
  });
}

function checkFolder(out) {
  mkdirSync(out, { recursive: true });
  const others = readdirSync(out).filter((name) => name !== 'index.html' && name !== 'assets');
  if (others.length > 0)
    throw new Error(`${out} must be empty, or have an earlier page alone; it has ${others[0]}`);
}

/** Serves a folder on loopback. Gives its address, and how to end it. */
export async function serveFolder(folder, port = 0) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n');
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise((listening, failed) => {
    server.on('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** The file that an address means; null where there is none in the folder. */
function fileOf(folder, address) {
  try {
    const path = decodeURIComponent(new URL(address, 'http://page').pathname);
    const file = resolve(folder, `.${path.endsWith('/') ? `${path}index.html` : path}`);
    const isInside = !/^\.\.|^([A-Za-z]:|\/)/.test(relative(folder, file));
    return isInside && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await orFail(async () => {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: '0' }, out: { type: 'string' } },
    });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65535)
      throw new Error(
        `--port must be a number from 0 to 65535, not ${JSON.stringify(values.port)}`,
      );
    if (values.out === '') throw new Error('--out must name a folder');
    const out = values.out === undefined ? join(root, 'dist-web') : resolve(values.out);
    const shown = relative(process.cwd(), out) || '.';
    await timed(`demo:web: bundling the page into ${shown}`, () => buildPage(out));
    if (values.out !== undefined) return;
    const { url } = await serveFolder(out, port);
    say('demo:web: open this address; Ctrl-C ends it');
    console.log(url);
  });
}
