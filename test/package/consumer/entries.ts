// Every entry can be imported, and its types stand without the DOM's.

import * as upperhand from 'upperhand';
import * as browser from 'upperhand/browser';
import * as kernels from 'upperhand/kernels';
import * as local from 'upperhand/local';
import * as rollouts from 'upperhand/rollouts';
import * as trainer from 'upperhand/trainer';

for (const [name, entry] of Object.entries({
  upperhand,
  browser,
  kernels,
  local,
  rollouts,
  trainer,
})) {
  if (Object.keys(entry).length === 0) throw new Error(`${name} exports nothing`);
}
console.log('all entries load');
