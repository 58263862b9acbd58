import type { Histogram } from './histogram.ts';
import {
  bytesField,
  concatBytes,
  doubleField,
  doublesField,
  floatField,
  textField,
  varintField,
} from './protobuf.ts';

/**
 * Events of TensorBoard as protobuf messages. Numbers of fields are those of TensorFlow's `event.proto`,
 * `summary.proto` and `tensor.proto`.
 */

const DT_STRING = 7;
const SESSION_START = 1;

/** What every event file begins with. */
export function versionEvent(seconds: number): Uint8Array {
  return concatBytes(doubleField(1, seconds), textField(3, 'brain.Event:2'));
}

/** Tells that whatever earlier files have from this step on was given up. */
export function sessionStartEvent(seconds: number, step: number): Uint8Array {
  return concatBytes(
    doubleField(1, seconds),
    varintField(2, step),
    bytesField(7, varintField(1, SESSION_START)),
  );
}

/** @param values - made by the functions below */
export function summaryEvent(
  seconds: number,
  step: number,
  values: readonly Uint8Array[],
): Uint8Array {
  const summary = concatBytes(...values.map((value) => bytesField(1, value)));
  return concatBytes(doubleField(1, seconds), varintField(2, step), bytesField(5, summary));
}

/** A number, which becomes a 32-bit float. */
export function scalarValue(tag: string, value: number): Uint8Array {
  return concatBytes(textField(1, tag), floatField(2, value));
}

export function histogramValue(tag: string, histogram: Histogram): Uint8Array {
  const { min, max, count, sum, sumOfSquares, limits, counts } = histogram;
  const message = concatBytes(
    doubleField(1, min),
    doubleField(2, max),
    doubleField(3, count),
    doubleField(4, sum),
    doubleField(5, sumOfSquares),
    doublesField(6, limits),
    doublesField(7, counts),
  );
  return concatBytes(textField(1, tag), bytesField(5, message));
}

/** Markdown. */
export function textValue(tag: string, text: string): Uint8Array {
  const shape = bytesField(2, varintField(1, 1));
  const tensor = concatBytes(varintField(1, DT_STRING), bytesField(2, shape), textField(8, text));
  const plugin = bytesField(1, textField(1, 'text'));
  return concatBytes(textField(1, tag), bytesField(9, plugin), bytesField(8, tensor));
}
