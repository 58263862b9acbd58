/**
 * What the module of `crates/kernels-wasm` exports; its head explains arenas, option codes and status codes. Useful
 * directly to those who keep their rewards inside the module's memory and want nothing copied.
 */
export interface WasmExports {
  /** A `WebAssembly.Memory`, in words of our own: not everyone has the types of WebAssembly. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  reserve(values: number, offsets: number): number;
  release(): void;
  valuesPointer(): number;
  offsetsPointer(): number;
  valuesCapacity(): number;
  offsetsCapacity(): number;
  summarize(
    valuesAt: number,
    count: number,
    ddof: number,
    threshold: number,
    outAt: number,
  ): number;
  segmentSummaries(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    ddof: number,
    outAt: number,
  ): number;
  center(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    baseline: number,
    singleton: number,
  ): number;
  standardize(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    baseline: number,
    scale: number,
    scaleOf: number,
    ddof: number,
    epsilon: number,
    epsilonPlace: number,
    singleton: number,
  ): number;
  leaveOneOut(
    valuesAt: number,
    count: number,
    offsetsAt: number,
    groups: number,
    outAt: number,
    singleton: number,
  ): number;
}
