/** What a `.wasm` import is under workerd: the compiled module. */
declare const module: unknown;
// biome-ignore lint/style/noDefaultExport: workerd gives the module as the default
export default module;
