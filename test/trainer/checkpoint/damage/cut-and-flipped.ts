import { BIN, type Case, cut, edit, flip, headerEnd, inSection } from './harms.ts';

/** Files that are cut off, or of which bytes are others. */
export const CUT_AND_FLIPPED: readonly Case[] = [
  // Cut off.
  ['an empty file', cut(() => 0), /global_step_9\/checkpoint\.bin is empty\./],
  ['a file of one byte', cut(() => 1), /checkpoint\.bin is cut off: it has only 1 bytes/],
  ['a file of its first bytes', cut(() => 8), /checkpoint\.bin is cut off: it has only 8 bytes/],
  [
    'a file cut in its header',
    cut((bytes) => headerEnd(bytes) >> 1),
    /cut off or damaged: its header should end at/,
  ],
  [
    'a file cut before its checksum',
    cut((bytes) => headerEnd(bytes) - 1),
    /cut off or damaged: its header/,
  ],
  [
    'a file cut behind its header',
    cut(headerEnd),
    /is cut off: it has \d+ bytes, and must have \d+/,
  ],
  ['a file cut in a section', cut((bytes) => bytes.length >> 1), /is cut off: it has/],
  ['a file cut by a byte', cut((bytes) => bytes.length - 1), /is cut off: it has/],
  ['a file cut by a block', cut((bytes) => bytes.length - 512), /is cut off: it has/],
  [
    'a file with a byte more',
    edit(BIN, (bytes) => Buffer.concat([bytes, Buffer.of(0)])),
    /has 1 bytes too many/,
  ],
  ['a file twice', edit(BIN, (bytes) => Buffer.concat([bytes, bytes])), /has \d+ bytes too many/],
  [
    'zeros instead of the end',
    edit(BIN, (bytes) => bytes.fill(0, bytes.length - 64)),
    /checksum of its section "backend"/,
  ],
  ['zeros instead of all', edit(BIN, (bytes) => bytes.fill(0)), /is no checkpoint/],
  // Flipped.
  ['a flip in the first byte', flip(BIN, () => 0), /is no checkpoint: it begins with other bytes/],
  ['a flip in the magic number', flip(BIN, () => 5), /is no checkpoint/],
  ['a flip in the version', flip(BIN, () => 8), /is damaged: the checksum of its header is/],
  [
    'a flip in the length of the header',
    flip(BIN, () => 12, 1),
    /is damaged: the checksum of its header/,
  ],
  [
    'a flip that makes the header huge',
    flip(BIN, () => 15, 0x80),
    /cut off or damaged: its header should end at/,
  ],
  ['a flip in the header', flip(BIN, () => 20), /the checksum of its header/],
  [
    'a flip in the checksum of the header',
    flip(BIN, (bytes) => headerEnd(bytes) - 2),
    /the checksum of its header/,
  ],
  ...['trainer', 'rejection', 'store', 'backend'].flatMap((name): Case[] => [
    [
      `a flip in the first byte of ${name}`,
      flip(BIN, inSection(name, 0), 1),
      new RegExp(`checksum of its section "${name}" is`),
    ],
    [
      `a flip in the middle of ${name}`,
      flip(BIN, inSection(name, 0.5), 0x80),
      new RegExp(`checksum of its section "${name}" is`),
    ],
    [
      `a flip in the last byte of ${name}`,
      flip(BIN, inSection(name, 1)),
      new RegExp(`checksum of its section "${name}" is`),
    ],
  ]),
  [
    'line ends made those of Windows',
    edit(BIN, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')),
    /is no checkpoint/,
  ],
  [
    'a file read as text',
    edit(BIN, (bytes) => Buffer.from(bytes.toString('utf8'))),
    /is no checkpoint/,
  ],
];
