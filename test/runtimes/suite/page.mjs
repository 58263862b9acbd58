// For pages: the suite and a small run, then their report to the server.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

train(runSuite(sample)).then((report) => {
  console.info('the suite is done');
  sendReport(report);
});
