// A Worker that runs the suite inside a request.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';

export default {
  fetch: () => new Response(JSON.stringify(runSuite(sample))),
};
