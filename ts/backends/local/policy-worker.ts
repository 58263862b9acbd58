import { embeddedHost } from './embedded-host.ts';
import { servePolicy } from './policy-messages.ts';
import { workerPort } from './worker-port.ts';

servePolicy(workerPort(), embeddedHost());
