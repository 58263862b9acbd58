import type { TokenCredit } from '../token-spec.ts';
import type { CreditKind, CreditOf } from './credit-kind.ts';
import { discountedReturnCredit, twice } from './discounted-return.ts';
import { gaeCredit } from './gae.ts';
import { optimalTokenBaselineCredit } from './optimal-token-baseline.ts';
import { turnGroupCredit } from './turn-group.ts';

const kinds: { readonly [K in TokenCredit['kind']]: CreditKind<CreditOf<K>> } = {
  none: { fields: [], check() {}, describe: () => 'r', run: (rewards) => twice(rewards) },
  'discounted-return': discountedReturnCredit,
  gae: gaeCredit,
  'optimal-token-baseline': optimalTokenBaselineCredit,
  'turn-group': turnGroupCredit,
};

/** All credits by their kind. */
export const creditKinds: Readonly<Record<string, CreditKind<TokenCredit>>> = kinds as never;
