import type { Bad } from './bad.ts';

export const BAD_YAML: readonly Bad[] = [
  {
    kind: 'an unclosed list',
    yaml: 'x: [1, 2\n',
    says: ['run.yaml:8:1', 'is not YAML', 'must be sufficiently indented'],
  },
  { kind: 'an unclosed quote', yaml: 'x: "abc\n', says: ['run.yaml:8:1', 'is not YAML', 'quote'] },
  {
    kind: 'a wrong indentation',
    yaml: 'a:\n    b: 1\n  c: 2\n',
    says: ['run.yaml:9', 'is not YAML'],
  },
  { kind: 'a tab', yaml: 'a:\n\tb: 1\n', says: ['run.yaml:8', 'is not YAML', 'Tabs'] },
  { kind: 'a key twice', yaml: 'x: 1\nx: 2\n', says: ['run.yaml:8:1', 'key "x" stands twice'] },
  {
    kind: 'a section twice',
    yaml: 'rllm: {}\n',
    says: ['run.yaml:7:1', 'key "rllm" stands twice'],
  },
  {
    kind: 'a null key',
    yaml: '~: 1\n',
    says: ['run.yaml:7:1', 'a key must be text, a number or a boolean', 'got null'],
  },
  {
    kind: 'a list as key',
    yaml: '? [a]\n: 1\n',
    says: ['run.yaml:7:3', 'a key must be text', 'got a list'],
  },
  {
    kind: 'an unknown anchor',
    yaml: 'x: *nope\n',
    says: ['run.yaml:7:4', 'there is no anchor &nope'],
  },
  {
    kind: 'an anchor in itself',
    yaml: 'x: &x [*x]\n',
    says: ['run.yaml:7:7', 'must not contain itself'],
  },
  {
    kind: 'a merge of no mapping',
    yaml: 'x: {<<: 5}\n',
    says: ['run.yaml:7:5', '<< must be a mapping or a list of mappings', 'got a scalar'],
  },
  {
    kind: 'an unknown tag',
    yaml: 'x: !secret abc\n',
    says: ['run.yaml:7:12', '"abc" cannot be read with the tag !secret'],
  },
  {
    kind: 'a tag of another type',
    yaml: 'x: !!int abc\n',
    says: ['run.yaml:7:10', '"abc" cannot be read with the tag !!int'],
  },
  {
    kind: 'a control character',
    yaml: 'x: a\u0007b\n',
    says: ['run.yaml:7:5', 'control characters must be written as escapes'],
  },
  {
    kind: 'two documents',
    yaml: '---\ny: 1\n',
    says: ['run.yaml:7:1', 'there must be one document'],
  },
  {
    kind: 'a list as config',
    files: { 'run.yaml': '- 1\n' },
    says: ['run.yaml:1:1', 'must be a mapping of keys to values', 'got a list'],
  },
];
