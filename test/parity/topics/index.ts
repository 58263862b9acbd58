import type { Topic } from '../topic.ts';
import { collect } from './collect.ts';
import { distill } from './distill.ts';
import { estimators } from './estimators.ts';
import { helpers } from './helpers.ts';
import { large } from './large.ts';
import { reductions } from './reductions.ts';

const topics: readonly Topic[] = [collect, distill, estimators, helpers, large, reductions];

/**
 * The topic of a golden file, by its name; undefined for one that none reads. Of the two recordings of reductions the
 * one by NumPy 2.2 and older follows another rule of summation, which is not ours.
 */
export function topicOf(file: string): Topic | undefined {
  const stem = file.replace(/\.jsonl$/, '');
  const numpy = /^reductions-numpy-(\d+)\.(\d+)/.exec(stem);
  if (numpy)
    return Number(numpy[1]) > 2 || Number(numpy[2]) >= 3
      ? topics.find(({ name }) => name === 'reductions')
      : undefined;
  return topics.find(({ name }) => name === stem);
}
