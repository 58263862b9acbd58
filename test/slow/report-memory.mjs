// `node --import` this to learn how much memory a program took at most: one line on stderr when it ends.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  writeSync(2, `peak memory: ${process.resourceUsage().maxRSS * 1024} bytes\n`);
});
