// The same as main.mjs, and the local backend, whose threads are files of the installed package.
import { trainLocal } from './local.mjs';
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

train(runSuite(sample))
  .then(trainLocal)
  .then((report) => console.log(JSON.stringify(report)));
