import { readFileSync } from 'node:fs';
import os from 'node:os';

/** What a reader has to know of the machine to judge a time; nothing that tells whose it is. */
export function describeMachine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    cache: cacheSizes(),
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    os: `${systemName()}, ${os.arch()}`,
    node: process.version,
    v8: process.versions.v8,
    loadAtStart: Math.round(os.loadavg()[0] * 10) / 10,
  };
}

function cacheSizes() {
  const sizes = [0, 2, 3].map((index) => {
    const folder = `/sys/devices/system/cpu/cpu0/cache/index${index}`;
    return `L${read(`${folder}/level`)} ${read(`${folder}/size`)}`;
  });
  return sizes.some((size) => size.includes('?')) ? 'unknown' : sizes.join(', ');
}

function systemName() {
  const name = /^PRETTY_NAME="(.*)"$/m.exec(read('/etc/os-release'))?.[1];
  return name ?? os.type();
}

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '?';
  }
}
