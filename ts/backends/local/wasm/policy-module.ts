import { UpperhandError } from '../../../errors/upperhand-error.ts';
import { decodeBase64 } from '../../../kernels/wasm/decode-base64.ts';
import { hasSimd } from '../../../kernels/wasm/simd-probe.ts';
import { policyBase64 } from './generated/policy-base64.ts';
import type { ModuleExports } from './module-exports.ts';
import type { EmbeddedPolicy, PolicyConfig } from './policy-exports.ts';
import { WasmPolicy } from './wasm-policy.ts';

let compiled: WebAssembly.Module | undefined;

/**
 * A new policy in a WebAssembly instance of its own, whose memory goes with it. Its parameters are those that `seed` (a
 * uint64) gives for the config, everywhere.
 *
 * @throws UpperhandError `policy-failed` where WebAssembly with SIMD cannot be compiled; `invalid-argument` for a config out
 *   of range
 * @example
 * const policy = createPolicy(
 *   { layers: 2, width: 64, heads: 4, feedForward: 256, context: 48, vocabulary: 40 },
 *   1n,
 * );
 * policy.parameterCount; // 107456
 */
export function createPolicy(config: PolicyConfig, seed: bigint): EmbeddedPolicy {
  const instance = new WebAssembly.Instance(compilePolicy());
  return new WasmPolicy(instance.exports as unknown as ModuleExports, config, seed);
}

function compilePolicy(): WebAssembly.Module {
  if (compiled) return compiled;
  if (!hasSimd()) {
    throw new UpperhandError('policy-failed', 'this runtime has no WebAssembly SIMD');
  }
  try {
    compiled = new WebAssembly.Module(decodeBase64(policyBase64));
    return compiled;
  } catch (cause) {
    throw new UpperhandError('policy-failed', 'this runtime does not compile WebAssembly', {
      cause,
    });
  }
}
