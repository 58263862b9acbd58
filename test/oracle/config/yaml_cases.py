"""YAML texts, and what OmegaConf makes of them."""

import io
import random

from encode import outcome
from omegaconf import OmegaConf

SCALARS = """
1 0 -1 +1 007 010 0o7 0O7 08 09 0b101 0b102 0x1F 0xG -0x1F +0b1 0_7 1_000 1__0 _1 1_ 0x_1F 0b_1 0x_ 0b_ 0xFF_FF
123456789012345678901234567890 9007199254740993 -9007199254740992
1.0 1. .5 -.5 +.5 -1.5 +1.5 1_000.5 1_0.5_0 1._5 ._5 .5_5 1e5 1E5 1e+5 1e-6 1.e5 1.5e5 1.5e+5 1.5e-5 .5e5 .5e+5 .5e-5 2e-5 1e6
1_0e5 1__0.5 1_.5 1e 1e+ e5 1e5.5 1e1_0 0e0 00.5 00e1 01.5 -0.0 -0 +0 1e400 1e-400
.inf -.inf +.inf .Inf .INF .iNF .nan .NaN .NAN .Nan -.nan inf nan Infinity NaN
1:30 1:2:3 01:30 1:60 1:5 1:59.5 1:30.5 190:20:30.15 -1:30 +1:30 1:30:45 0:30 1:7 1:07 12:30:45 1:
true True TRUE tRUE false False FALSE yes Yes YES yEs no No NO on On ON off Off OFF oFF y Y n N t f
null Null NULL nULL ~ None none NoneType nil
2001-01-01 2001-12-14t21:59:43.10-05:00 2001-12-14 2001-1-1
= << + - . .. ... + ++ -- ??? ? :) a:b a#b http://x/y a,b
abc a-b a_b a.b 1a 1.2.3 1-2 1/2 50% $x ${x} \\${x} $ {x a\\b "quoted" 'single' "" '' "1" '1' "yes" "1e5" 'it''s' "a\\"b" "a\\nb" "a\\tb" "\\x41" "\\u00e9" "\\U0001F600" "a\\/b" "\\e" "a\\
""".split()

TEXTS = [
    "", "   ", "# only a comment", "---", "--- {}", "null", "a", "5", "[1, 2]", "- 1\n- 2\n", "{}", "[]", "a: 1\n---\nb: 2\n",
    "a:", "a: ", "a: \nb:\n", "a: ~", "a: [1, 2.0, yes, '3', null, ~, ]", "a: {b: 1, c: {d: 2}}", "a: {b, c: 1}", "a: {b: }",
    "a: [1,2]", "a: [1 , 2 ]", "a: [[1], [2, [3]]]", "a: [a, b c, 'd, e']", "a: {x: y: z}", "a: [b: 1, c]", "a: [{b: 1}, {c: 2}]",
    "a:\n  - 1\n  - b: 2\n    c: 3\n  -\n  - - 4\n    - 5\n", "a:\n- 1\n- 2\n", "a:\n    b: 1\n    c: 2\nd: 3\n",
    "a:\n  b: 1\n c: 2\n", "a:\n\tb: 1\n", "a:\tb", "a: 1\n  b: 2\n", "a: b: c", "a: 'b' c", "a: [1, 2", "a: {b: 1", "a: 'x", 'a: "x', "a: ]",
    "a: &x 1\nb: *x\n", "a: *x\n", "a: &x {b: 1}\nc: *x\n", "a: &x [1]\nb: *x\n", "a: &x {b: *x}\n", "a: &x\nb: *x\n",
    "d: &d {a: 1, b: 2}\ne:\n  <<: *d\n  b: 3\n", "d: &d {a: 1}\ne:\n  b: 3\n  <<: *d\n  a: 4\n", "d: &d {a: 1}\ne:\n  a: 4\n  <<: *d\n",
    "d: &d {alpha: 1}\nf: &f {alpha: 2}\ne:\n  <<: [*d, *f]\n", "d: &d {a: 1, x: 1}\nf: &f {a: 2, y: 2}\ne:\n  <<: [*d, *f]\n", "d: &d {a: 1}\nf: &f {a: 2}\ne:\n  <<: *d\n  <<: *f\n",
    "e:\n  <<: {a: 1}\n  b: 2\n", "e:\n  <<: 5\n", "e:\n  <<: [1]\n", "e:\n  <<: \n", 'e:\n  "<<": 5\n', "e: {<<: {a: 1}, b: 2}",
    "d: &d {a: {x: 1}}\ne:\n  <<: *d\n  a: {y: 2}\n", "d: &d {a: 1}\nf: &f\n  <<: *d\n  b: 2\ng:\n  <<: *f\n  c: 3\n",
    "a: 1\na: 2\n", "a: {b: 1, b: 2}", "a: 1\n'a': 2\n", '"a": 1\n"a": 2\n', "a:\n  - b: 1\n    b: 2\n",
    "1: a", "1.5: a", "true: a", "yes: a", "on: a", "null: a", "~: a", ": a", "? a\n: b\n", "? [a]\n: b\n", "? {a: 1}\n: b\n", "[a]: b", "'': a", "a b: c",
    "0x10: a", "1e3: a", "2001-01-01: a", "a.b: 1", "a.b:\n  c: 1\n", "'a: b': 1",
    "a: !!str 5", "a: !!int '5'", "a: !!float 5", "a: !!float '1e3'", "a: !!bool yes", "a: !!null ''", "a: !!int abc", "a: !!float x", "a: !!bool 1",
    "a: !!binary aGk=", "a: !!timestamp 2001-01-01", "a: !!set {x, y}", "a: !!omap [x: 1]", "a: !!pairs [x: 1]", "a: !!seq [1]", "a: !!map {b: 1}",
    "a: !custom 5", "a: ! 5", "a: !<tag:yaml.org,2002:str> 5", "a: !!python/tuple [1]", "a: !!python/object/apply:os.getcwd []", "a: !!str [1]", "a: !!seq {b: 1}", "a: !!map [1]",
    "a: !!str", "a: !!int 0x10", "a: !!int 1_0", "a: !!int 010", "a: !!int 1:30", "a: !!float 1:30.5", "a: !!float .inf", "a: !!float nan", "a: !!bool maybe", "!!map {a: 1}", "!!str a: 1",
    "a: |\n  x\n  y\n", "a: >\n  x\n  y\n", "a: |-\n  x\n", "a: >-\n  x\n\n  y\n", "a: |+\n  x\n\nb: 1\n", "a: |2\n    x\n", "a: >\n  5\n", "a: |\n", "a: |-\n  yes\n",
    "a: x\n  y\n", "a: 'x\n\n  y'\n", 'a: "x\\\n  y"\n', "a: 1\n  2\n", "a: x # c\nb: 'y' # d\n", "a: x#c", "a: #c\n  b: 1\n", "# @package _global_\na: 1\n",
    "%YAML 1.1\n---\na: on\n", "%YAML 1.2\n---\na: on\n", "%TAG ! tag:x,2000:\n---\na: 1\n", "a: 1\n...\n", "a: 1\n...\nb: 2\n", "---\na: 1\n---\n", "\ufeffa: 1\n",
    "a: @b", "a: `b`", "a: %b", "a: &b", "a: *", "a: !", "a: |x", "a: -", "a: - b", "a: ?b", "a: :b", "a: b:", "a: -b", "a: ,b", "a: [,]", "a: {,}", "a: {b: 1,}", "a: [a:b]", "a: {a:b}", "a: {'a':b}", 'a: {"a":1}', "a: [http://x]", "a: [x y: z]",
    "a: é\nü: 😀\n", "a: \u00a0x", "a: x\u2028y", "a: x\r\nb: y\r\n", "a: x\rb: y\r", "a: \x07", "a: \x00",
    "a: 1e6\nb: 2e-5\nc: 1e-8\nd: 0.0\ne: False\nf: True\ng: '???'\nh: ???\ni: ['console']\nj: {}\nk: \"Qwen/Qwen3-8B\"\n",
    "a: ${b}\nb: 1", "a: ${b", "a: \"${b\"", "a: ${}", "a: ${b}}", "a: ${b.c[d].e}", "a: ${oc.env:X,y}", "a: ${x:}", "a: $b", "a: x${b}y", "a: ${b c}", "a: ${'b'}", "a: [${b}]", "a: {b: ${c}}", "a: '{b: ${c}}'", "${a}: 1",
    "a:\n  b: 1\n\n\n  c: 2\n# x\n  d: 3\n", "a: [\n  1,\n  2\n]\n", "a: {\n  b: 1,\n  c: 2\n}\n", "a:\n  [1, 2]\n", "a:\n'b': 1\n", "a: >\n\n  x\n", "a: \"\n  x\"\n", "a: 'x'\nb", "- a\nb: 1\n", "a: 1\n- b\n", "a:\n  - b\n  c: 1\n",
    "a: [yes, no, on, off, y, n]", "a: [010, 0o10, 0x10, 0b10, 1_0, 1:0]", "a: [1., .1, 1e1, 1.e1, -.1]", "a: {yes: no, on: off}", "a: {1: 2, 1.0: 3}",
]


def random_scalars(count):
    chance = random.Random(20)
    letters = "0123456789_.eE+-:xb"
    return ["".join(chance.choice(letters) for _ in range(chance.randint(1, 7))) for _ in range(count)]


def rows():
    texts = [f"v: {scalar}" for scalar in [*SCALARS, *random_scalars(700)]] + TEXTS
    return [{"text": text, **outcome(lambda: load(text))} for text in dict.fromkeys(texts)]


def load(text):
    return OmegaConf.to_container(OmegaConf.load(io.StringIO(text)), resolve=False)
