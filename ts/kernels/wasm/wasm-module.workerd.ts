// workerd compiles modules when it is deployed and refuses to compile bytes in a request.
import module from './kernels.wasm';

/** The module that was compiled at deployment. */
export function compileKernels(): WebAssembly.Module {
  return module as WebAssembly.Module;
}
