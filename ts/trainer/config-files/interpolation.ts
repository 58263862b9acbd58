import type { Scalar } from './node.ts';

/** A text in which other values may be named: one piece, or several to be put together. */
export type TextPiece = string | Interpolation;

/** `${…}`. */
export type Interpolation = KeyInterpolation | CallInterpolation;

/** `${a.b}`, `${.b}`, `${a[b]}`: the value at another place. */
export interface KeyInterpolation {
  readonly kind: 'key';
  /** The path as it is written, dots and brackets included; pieces in it are to be replaced by their text. */
  readonly path: readonly TextPiece[];
  /** As it was written, for messages. */
  readonly source: string;
}

/** `${name:argument,…}`: what a function gives. */
export interface CallInterpolation {
  readonly kind: 'call';
  readonly name: readonly TextPiece[];
  readonly args: readonly Element[];
  readonly source: string;
}

/** An argument of a call, or what `oc.decode` reads. */
export type Element =
  | { readonly kind: 'value'; readonly value: Scalar }
  /** In quotes it is text, whatever its pieces are; else a single piece keeps its type. */
  | { readonly kind: 'text'; readonly pieces: readonly TextPiece[]; readonly quoted: boolean }
  | { readonly kind: 'list'; readonly items: readonly Element[] }
  | { readonly kind: 'mapping'; readonly entries: readonly (readonly [string, Element])[] };
