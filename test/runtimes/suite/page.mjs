// For pages: the suite and two small runs, then their report to the server.
import { trainLocal } from './local.mjs';
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

train(runSuite(sample))
  .then(trainLocal)
  .then((report) => {
    console.info('the suite is done');
    sendReport(report);
  });
