// The few globals beyond ECMAScript that every supported runtime has and that layers 0-3 may use.
// Read by tsconfig.universal.json only; adding a name here is a decision about every runtime.

declare const console: {
  warn(...data: unknown[]): void;
};

declare const crypto: {
  getRandomValues<T extends Uint8Array>(array: T): T;
};

declare function atob(data: string): string;

declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(delta: number): number;
  }
  function validate(bytes: ArrayBufferView<ArrayBuffer> | ArrayBuffer): boolean;
}
