import { PolicyHost } from './policy-host.ts';
import { createPolicy } from './wasm/policy-module.ts';

/** A host of the embedded policy. */
export function embeddedHost(): PolicyHost {
  return new PolicyHost(createPolicy);
}
