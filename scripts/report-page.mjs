// The page of `upperhand report` as one file, a template that the command fills: ts/report/page, bundled with its charts.
// The policy in its head names its one script and its one style sheet by their hashes; nothing else runs or is loaded, and
// data blocks, which are no scripts, are left alone. scripts/build.mjs calls it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceNote } from './licence-note.mjs';
import { root } from './run.mjs';

const page = join(root, 'ts', 'report', 'page');

/** The template's text. */
export async function buildReportPage() {
  const licences = ['uplot', 'diff'].map(licenceNote);
  const code = (await bundle()).replaceAll('</script', '<\\/script');
  const script = `${licences.join('\n')}\n${code}`;
  const style = [join(root, 'node_modules/uplot/dist/uPlot.min.css'), join(page, 'style.css')]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts = {
    '<!--report-policy-->': `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<!--report-style-->': `<style>${style}</style>`,
    '<!--report-script-->': `<script>${script}</script>`,
  };
  let html = readFileSync(join(page, 'page.html'), 'utf8');
  for (const [mark, part] of Object.entries(parts)) html = html.replace(mark, () => part);
  return html;
}

async function bundle() {
  const { build } = await import('vite');
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(page, 'main.ts'), formats: ['iife'], name: 'report' },
      rolldownOptions: {
        checks: { pluginTimings: false, bundlerTimings: false },
      },
    },
  });
  return output[0].code;
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
