// For pages: the suite, then its report to the server.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

const report = runSuite(sample);
console.info('the suite is done');
sendReport(report);
