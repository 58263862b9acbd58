import { resolve } from 'node:path';
import webpack from 'webpack';

const compiler = webpack({
  mode: 'production',
  context: process.cwd(),
  entry: { [process.argv[2]]: `./${process.argv[2]}.mjs` },
  output: { path: resolve('out'), filename: '[name].js', module: true },
  experiments: { outputModule: true },
  target: ['web', 'es2022'],
  performance: { hints: false },
});
compiler.run((error, stats) => {
  if (error) throw error;
  if (stats.hasErrors() || stats.hasWarnings()) process.stderr.write(`${stats.toString()}\n`);
  compiler.close(() => {});
});
