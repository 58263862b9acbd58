import type { Bad } from './bad.ts';

export const BAD_DEFAULTS: readonly Bad[] = [
  {
    kind: 'defaults that are no list',
    yaml: 'defaults: base\n',
    says: ['run.yaml:7', 'defaults must be a list of files and groups', 'got "base"'],
  },
  {
    kind: 'a missing group',
    yaml: 'defaults:\n  - model: small\n',
    says: ['run.yaml:8', 'there is no model/small.yaml', 'no folder'],
  },
  {
    kind: 'a missing option',
    yaml: 'defaults:\n  - model: smal\n',
    files: { 'model/small.yaml': 'a: 1\n', 'model/large.yaml': 'a: 2\n' },
    says: ['run.yaml:8', 'there is no model/smal.yaml', 'did you mean small?'],
  },
  {
    kind: 'a group without a choice',
    yaml: 'defaults:\n  - model: ???\n',
    files: { 'model/small.yaml': 'a: 1\n' },
    says: ['run.yaml:8', 'group model wants a choice (???): model=OPTION', 'there is small'],
  },
  {
    kind: "rLLM's base that is not here",
    yaml: 'defaults:\n  - rllm: base\n',
    says: ['run.yaml:8', 'there is no rllm/base.yaml', 'can be left out'],
  },
  {
    kind: 'files that disagree',
    yaml: 'x: {a: 1}\ndefaults: [other, _self_]\n',
    files: { 'other.yaml': 'x: [1]\n' },
    says: ['x', 'must be a list as in other.yaml:1', 'got a mapping in run.yaml:7'],
  },
];
