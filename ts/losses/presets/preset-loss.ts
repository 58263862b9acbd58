import { checkRecord } from '../../types/check.ts';
import type { DefinedLoss } from '../define-loss.ts';
import type { LossOptions } from '../loss-options.ts';
import type { TokenBatchInput } from '../token-batch.ts';
import type { LossPreset } from './loss-preset.ts';

/** A loss with a preset's options as its defaults. An undefined option was left out. */
export function presetLoss(name: string, preset: LossPreset, loss: DefinedLoss): DefinedLoss {
  const defaults: LossOptions = { ...preset.options, aggregation: preset.aggregation };
  const run = (batch: TokenBatchInput, options: LossOptions = {}) => {
    checkRecord('options', options);
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return loss(batch, { ...defaults, ...Object.fromEntries(given) });
  };
  const about = { ...loss.about, title: `${preset.title} (${name})` };
  return Object.assign(run, { about, defaults: { ...loss.defaults, ...defaults }, own: loss.own });
}
