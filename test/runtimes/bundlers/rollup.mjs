import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';

const bundle = await rollup({
  input: `${process.argv[2]}.mjs`,
  plugins: [nodeResolve()],
  onwarn: ({ message }) => process.stderr.write(`${message}\n`),
});
await bundle.write({ dir: 'out', format: 'es' });
await bundle.close();
