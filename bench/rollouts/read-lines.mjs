import { createReadStream } from 'node:fs';

/** Calls `take` with the text of each line of a file, as a script would. */
export async function readLines(file, take) {
  let held = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, end);
      take(held.length > 0 ? Buffer.concat([...held, rest]).toString() : rest.toString());
      held = [];
      start = end + 1;
    }
    if (start < chunk.length) held.push(chunk.subarray(start));
  }
}
