// For pages that a bundler makes: the suite and a small run, then their report to the server. Without the local backend,
// whose thread is a file of its own that not every bundler finds.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

train(runSuite(sample)).then((report) => {
  console.info('the suite is done');
  sendReport(report);
});
