// A Worker that runs the suite while it starts.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

const report = runSuite(sample);

export default {
  fetch: () => new Response(JSON.stringify(report)),
};
