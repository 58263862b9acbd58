// A Worker that runs the suite, and a small run of the trainer, inside a request.
import { sample } from './sample.mjs';
import { runSuite } from './suite.mjs';
import { train } from './train.mjs';

export default {
  fetch: async () => new Response(JSON.stringify(await train(runSuite(sample)))),
};
