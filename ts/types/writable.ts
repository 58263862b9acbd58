/** The same fields, for who is still making the object. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
