// For runtimes with a command line, and for bundlers: prints the report.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

console.log(JSON.stringify(runSuite(sample)));
