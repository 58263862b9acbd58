import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('examples/custom-kernels proves its own kernel and catches the careless one', () => {
  const path = fileURLToPath(
    new URL('../../examples/custom-kernels/custom-kernels.mjs', import.meta.url),
  );
  const lines = execFileSync(process.execPath, [path], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^mine: \d+ checks, 0 differences$/);
  expect(lines[1]).toMatch(/^careless: leaveOneOut, 8 × tenths: at 0: expected .*, got .*$/);
  expect(lines[2]).toBe('[ [ 0.999998000004, -0.999998000004 ] ]');
});
