import { decodeBase64 } from './decode-base64.ts';
import { kernelsBase64 } from './generated/kernels-base64.ts';

/**
 * Compiles the module, whose bytes are part of the package so that no bundler and no server has to find a file.
 * Under workerd, which refuses to compile bytes, the package's `#wasm-module` import leads to another file.
 *
 * @throws whatever the runtime throws where a content security policy forbids to compile
 */
export function compileKernels(): WebAssembly.Module {
  return new WebAssembly.Module(decodeBase64(kernelsBase64));
}
