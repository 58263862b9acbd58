// For runtimes with a command line, and for bundlers: prints the report.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

train(runSuite(sample)).then((report) => console.log(JSON.stringify(report)));
