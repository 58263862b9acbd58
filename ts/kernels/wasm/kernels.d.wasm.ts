/** What a `.wasm` import is under workerd: the compiled module. */
declare const module: unknown;
export default module;
