/** What the module of `crates/policy-wasm` exports; the head of its lib.rs explains arenas and status codes. */
export interface ModuleExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  reserve(words: number, floats: number): number;
  wordsPointer(): number;
  floatsPointer(): number;
  outWordsPointer(): number;
  outWordsLength(): number;
  outFloatsPointer(): number;
  outFloatsLength(): number;
  result(): number;
  problemAt(): number;
  problemGot(): number;
  create(
    layers: number,
    width: number,
    heads: number,
    feedForward: number,
    context: number,
    vocabulary: number,
    seedLow: number,
    seedHigh: number,
  ): number;
  tensors(): number;
  parameterCount(): number;
  parametersPointer(): number;
  gradientPointer(): number;
  steps(): number;
  setParameters(): number;
  setReference(given: number): number;
  addGradient(): number;
  zeroGradient(): number;
  open(lists: number, tokens: number): number;
  fork(session: number, keys: number): number;
  extend(sessions: number, tokens: number): number;
  rekey(sessions: number): number;
  dropSessions(sessions: number): number;
  sessionCount(): number;
  generate(
    sessions: number,
    limits: number,
    stops: number,
    temperature: number,
    topK: number,
    topP: number,
  ): number;
  sample(
    prompts: number,
    tokens: number,
    keys: number,
    limits: number,
    stops: number,
    temperature: number,
    topK: number,
    topP: number,
  ): number;
  score(lists: number, tokens: number, temperature: number, flags: number): number;
  forwardBackward(lists: number, tokens: number, temperature: number, flags: number): number;
  optimStep(
    learningRate: number,
    beta1: number,
    beta2: number,
    eps: number,
    weightDecay: number,
    gradClipNorm: number,
  ): number;
  exportState(): number;
  importState(words: number): number;
}
