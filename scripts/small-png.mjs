// A picture with at most 256 colours: half the bytes of a screenshot, and no difference that one sees.

import { crc32, deflateSync } from 'node:zlib';

const COLOURS = 256;
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** Colours are taken for the same when they agree in so many bits of each part. */
const BITS = 6;

/**
 * @param page of a browser, which decodes the picture
 * @param png opaque
 * @returns an indexed PNG
 */
export async function smallPng(page, png) {
  const { width, height, base64 } = await page.evaluate(
    decode,
    Buffer.from(png).toString('base64'),
  );
  const pixels = Buffer.from(base64, 'base64');
  const { palette, indexOf } = choosePalette(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      // Each row begins with its filter, which is none.
      rows[y * (width + 1) + 1 + x] = indexOf(keyAt(pixels, 4 * (y * width + x)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** In the page. */
async function decode(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let i = 0; i < data.length; i += 8192)
    text += String.fromCharCode(...data.subarray(i, i + 8192));
  return { width, height, base64: btoa(text) };
}

const keyAt = (pixels, i) =>
  [0, 1, 2].reduce((key, part) => (key << BITS) | (pixels[i + part] >> (8 - BITS)), 0);

/** The most frequent colours; the others become the nearest of them. */
function choosePalette(pixels) {
  const seen = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const key = keyAt(pixels, i);
    const known = seen.get(key);
    if (known) known.count++;
    else seen.set(key, { key, count: 1, rgb: [...pixels.subarray(i, i + 3)] });
  }
  const chosen = [...seen.values()].sort((a, b) => b.count - a.count).slice(0, COLOURS);
  const index = new Map(chosen.map(({ key }, i) => [key, i]));
  const indexOf = (key) => {
    if (!index.has(key)) index.set(key, nearest(chosen, seen.get(key).rgb));
    return index.get(key);
  };
  return { palette: chosen.map(({ rgb }) => rgb), indexOf };
}

function nearest(colours, rgb) {
  const distances = colours.map((each) =>
    each.rgb.reduce((sum, part, i) => sum + (part - rgb[i]) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
