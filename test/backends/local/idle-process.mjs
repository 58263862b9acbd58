// Uses a policy and never closes it.
import { register } from 'tsx/esm/api';

register();
const { LocalPolicy } = await import('../../../ts/backends/local/local-policy.ts');
const { SMALL, workerFile } = await import('./support.ts');
const policy = await LocalPolicy.create({ config: SMALL, workers: 2, workerFile });
policy.forward([{ tokens: [1, 2] }]).then(() => console.log('answered'));
