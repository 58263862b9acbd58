// For pages: the suite alone, of the one file that pages load, then its report to the server.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

const report = runSuite(sample);
console.info('the suite is done');
sendReport(report);
