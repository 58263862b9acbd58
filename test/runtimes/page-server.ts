import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** What a page sent: what the suite reports, null when the page broke before, and its console. */
export interface PageReport {
  readonly report: unknown;
  readonly console: readonly string[];
}

export interface PageServer {
  readonly url: string;
  /** The first report that comes. */
  readonly reported: Promise<PageReport>;
  close(): void;
}

interface PageServerOptions {
  /** Paths and the folders that they stand for, first match first: `{ '/upperhand/': …, '/': … }`. */
  readonly folders: Readonly<Record<string, string>>;
  /** The page itself; default: index.html in the folder of `/`. */
  readonly page?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves files on loopback and takes one report. */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const { folders, page, headers = {} } = options;
  let resolve = (_: PageReport): void => {};
  const reported = new Promise<PageReport>((done) => {
    resolve = done;
  });
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname));
    if (path === '/report') {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        response.writeHead(204).end();
        resolve(JSON.parse(body));
      });
      return;
    }
    const found = path === '/' && page !== undefined ? page : read(folders, path);
    const type = path === '/' ? TYPES['.html'] : TYPES[extname(path)];
    if (found === null) response.writeHead(404).end();
    else response.writeHead(200, { ...headers, 'content-type': type ?? 'text/plain' }).end(found);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    reported,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function read(folders: Readonly<Record<string, string>>, path: string): Buffer | null {
  const prefix = Object.keys(folders).find((start) => path.startsWith(start));
  if (prefix === undefined) return null;
  const rest = path.slice(prefix.length);
  const file = join(folders[prefix] as string, prefix === '/' ? rest || 'index.html' : rest);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
}
