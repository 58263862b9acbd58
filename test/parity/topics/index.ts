import type { AnyTopic } from '../topic.ts';
import { collect } from './collect.ts';
import { compact } from './compact.ts';
import { config } from './config.ts';
import { dataloader } from './dataloader.ts';
import { distill } from './distill.ts';
import { enums } from './enums.ts';
import { episodeLogger } from './episode-logger.ts';
import { estimators } from './estimators.ts';
import { helpers } from './helpers.ts';
import { large } from './large.ts';
import { metrics } from './metrics.ts';
import { passAtK } from './pass-at-k.ts';
import { reductions } from './reductions.ts';
import { rejection } from './rejection.ts';
import { trainerTrace } from './trainer-trace.ts';
import { transform } from './transform.ts';
import { validation } from './validation.ts';
import { workflow } from './workflow.ts';

const topics: readonly AnyTopic[] = [
  collect,
  compact,
  config,
  dataloader,
  distill,
  enums,
  episodeLogger,
  estimators,
  helpers,
  large,
  metrics,
  passAtK,
  reductions,
  rejection,
  trainerTrace,
  transform,
  validation,
  workflow,
];

/**
 * The topic of a golden file, by its name; undefined for one that none reads. Of the two recordings of reductions the
 * one by NumPy 2.2 and older follows another rule of summation, which is not ours.
 */
export function topicOf(file: string): AnyTopic | undefined {
  const stem = file.replace(/\.jsonl$/, '');
  const numpy = /^reductions-numpy-(\d+)\.(\d+)/.exec(stem);
  if (numpy)
    return Number(numpy[1]) > 2 || Number(numpy[2]) >= 3
      ? topics.find(({ name }) => name === 'reductions')
      : undefined;
  return topics.find(({ name }) => name === stem);
}
