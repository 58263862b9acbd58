import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkKernels } from '../../ts/kernels/conformance/check-kernels.ts';
import { withFallback } from '../../ts/kernels/with-fallback.ts';
import { allMistakes, wrongStandardize } from '../support/wrong-kernels.ts';

it('examples/custom-kernels proves its own kernel and catches the careless one', () => {
  const path = fileURLToPath(
    new URL('../../examples/custom-kernels/custom-kernels.mjs', import.meta.url),
  );
  const ran = spawnSync(process.execPath, [path], { encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  const lines = ran.stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^mine: \d+ checks, 0 differences$/);
  expect(lines[1]).toMatch(/^careless: leaveOneOut, 8 × tenths: at 0: expected .*, got .*$/);
  expect(lines[2]).toBe('[ [ 0.999998000004, -0.999998000004 ] ]');
});

it.each(allMistakes)('the kit that it uses catches a standardize with a mistake: %s', (mistake) => {
  const { differences, differing } = checkKernels(wrongStandardize(mistake), {
    calls: ['standardize'],
  });
  expect(differing).toBeGreaterThan(0);
  expect(differences[0]?.call).toBe('standardize');
});

it('the kit that it uses finds nothing in a standardize without one', () => {
  const copy = withFallback({ name: 'copy', standardize: withFallback({}).standardize });
  expect(checkKernels(copy, { calls: ['standardize'] }).differing).toBe(0);
});
