/**
 * What a statistic runs over: each `group`, or the `pool` of all values of the call.
 */
export type Scope = 'group' | 'pool';

/**
 * What a group of one value becomes:
 *
 * - `'raw'`: the group's mean counts as 0 and its std as 1 (so the value itself, divided by 1 + epsilon where a
 *   group's std divides);
 * - `'zero'`: the result is 0, whatever the value (NaN and infinities too), and 0 is what it adds to a pool of residuals;
 * - `'member'`: nothing special, the arithmetic decides.
 *
 * It concerns group statistics only: where neither mean nor std is the group's, a lone value is an ordinary member.
 */
export type SingletonRule = 'raw' | 'zero' | 'member';
