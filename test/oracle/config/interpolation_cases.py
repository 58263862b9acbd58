"""Texts with interpolations within one config, whole configs, and what OmegaConf resolves them to."""

import os
import random
import warnings

from encode import outcome
from omegaconf import OmegaConf

ENV = {"HOME_OF_TEST": "/home/x", "EMPTY": "", "NUMBER": "5", "LIST": "[1,2.5,x]", "TEXT": "a b", "REF": "${a}"}

CONTEXT = """
a: 1
f: 1.0
g: 1e-6
t: true
n: null
m: ???
s: b
x: hello
b:
  c: text
  d: [10, 20, {z: 30}]
  e: ${a}
  up: ${..a}
  same: ${.c}
  deep: {w: "${...a}", v: "${..c}"}
list: [1, "${a}", "${.0}"]
chain: ${link}
link: ${b.c}
cyc1: ${cyc2}
cyc2: ${cyc1}
self: ${self}
key with space: 1
a-b: 2
1: one
"2": two
"""

TEXTS = r"""
${a}|x${a}|${a}x|${a}${a}|${f}|x${f}|${g}|x${g}|${t}|x${t}|${n}|x${n}|${m}|x${m}|${b}|x${b}|${b.d}|x${b.d}|${b.c}|${b.e}|${b.up}|${b.same}|${b.deep}|${b.deep.w}|${b.deep.v}|${list}|${list.2}
${b[c]}|${b.d[0]}|${b.d.0}|${b.d.1}|${b.d[2].z}|${b.d[2][z]}|${b.d.5}|${b.d.-1}|${b.d.x}|${b["c"]}|${[a]}|${[b].c}|${[b][c]}|${[b].[c]}|${b.[c]}|${b..c}|${b.}|${b.c.}|${a.b}|${x.y}|${n.y}|${m.y}
${.a}|${..a}|${.b.c}|${.}|${..}|${}|${ a }|${ a}|${a }|${b . c}|${ b.c }|${b. c}|${nope}|${b.nope}|${nope.nope}|${chain}|${link}|${cyc1}|${self}|${v}|${key with space}|${a-b}|${1}|${2}|${0}
${${s}}|${${s}.c}|${${s}[c]}|${b.${n}}|${b.${x}}|${b[${n}]}|${a${a}}|${${a}}|${b.d.${a}}|${list.${a}}|${list[${list[0]}]}
\${a}|\\${a}|\\\${a}|\\\\${a}|x\${a}y|\a|\\a|a\|a\\|${a}\|${a}\\|$a|$|$$|$$a|$${a}|a$|${a}$|{a}|}|${a}}|{${a}}|${|${a|x${|${a${|\${|\${a}${a}
${oc.env:HOME_OF_TEST}|x${oc.env:HOME_OF_TEST}|${oc.env:NOPE}|${oc.env:NOPE,5}|${oc.env:NOPE,x y}|${oc.env:NOPE,null}|${oc.env:NOPE,'null'}|${oc.env:NOPE,''}|${oc.env:NOPE,}|${oc.env:NOPE,true}|${oc.env:NOPE,1.0}|${oc.env:NOPE,1e-6}|${oc.env:NOPE,[1,2]}|${oc.env:NOPE,{a:1}}|${oc.env:NOPE,${a}}|${oc.env:NOPE,${b.c}}|${oc.env:NUMBER}|${oc.env:EMPTY}|${oc.env:EMPTY,x}|${oc.env:REF}
${oc.env:}|${oc.env}|${oc.env:A,B,C}|${oc.env:${x}}|${oc.env: HOME_OF_TEST }|${oc.env:HOME_OF_TEST,}|${ oc.env : NOPE , x }|${oc.env:'HOME_OF_TEST'}|${oc.env:"HOME_OF_TEST"}|${oc.env:NOPE,"a, b"}|${oc.env:NOPE,a\,b}|${oc.env:NOPE,a:b}|${oc.env:NOPE,http://x:80/y?z}|${oc.env:NOPE,~/x}|${oc.env:NOPE,/x/y-z_1.2}|${oc.env:NOPE, a b }|${oc.env:NOPE,'it\'s'}|${oc.env:NOPE,'${a}'}|${oc.env:NOPE,"${b.c} x"}|${oc.env:NOPE,a${a}b}|${oc.env:1}|${oc.env:null}
${oc.decode:5}|${oc.decode:'5'}|${oc.decode:${oc.env:NUMBER}}|${oc.decode:${oc.env:LIST}}|${oc.decode:${oc.env:NOPE,null}}|${oc.decode:'[1,a]'}|${oc.decode:'{a:1}'}|${oc.decode:'true'}|${oc.decode:'null'}|${oc.decode:null}|${oc.decode:'a b'}|${oc.decode:'1e-6'}|${oc.decode:'${a}'}|${oc.decode:${oc.env:REF}}|${oc.decode:''}|${oc.decode:'['}|${oc.decode:'\'x\''}|${oc.decode:'1,2'}|${oc.decode:'a: b'}|${oc.decode:'0x10'}|${oc.decode:'yes'}
${oc.select:a}|${oc.select:a,5}|${oc.select:nope}|${oc.select:nope,5}|${oc.select:nope, 8}|${oc.select:nope,null}|${oc.select:n,5}|${oc.select:m,5}|${oc.select:m}|${oc.select:b.c}|${oc.select:b.nope,x}|${oc.select:nope.nope,x}|${oc.select:b,5}|${oc.select:.a,5}|${oc.select:..a,5}|${oc.select:nope,${a}}|${oc.select:nope,"~/models/x"}|${oc.select:nope,token-mean}|${oc.select:a.b,5}|${oc.select:b.d.0,5}|${oc.select:b.d.9,5}|${oc.select:b.d[1],5}|${oc.select:"b.c",5}|${oc.select:${s}.c,5}|${oc.select:5,5}|${oc.select:cyc1,5}|${oc.select:b.e,5}|${oc.select:chain,5}
${oc.dict.keys:b}|${oc.dict.keys:b.deep}|${oc.dict.keys:a}|${oc.dict.keys:nope}|${oc.dict.keys:list}|${oc.dict.values:b}|${oc.create:5}|${oc.create:[1]}|${oc.create:{a:1}}|${oc.deprecated:a}|${nope:1}|${now:%Y}|${hydra:job.name}|${mul:2,3}|${oc.nope:1}|${oc.env.x:1}|${${x}:1}|${oc.${x}:1}|${:1}|${a:}|${a:b}
""".replace("\n", "|").strip("|").split("|")

CONFIGS = [
    "a: {b: {c: '${..d}', d: 1}, d: 2}\nd: 3\n",
    "a: {b: {c: '${.d}', d: 1}, d: 2}\nd: 3\n",
    "a: {b: {c: '${...d}', d: 1}, d: 2}\nd: 3\n",
    "a: {b: {c: '${....d}', d: 1}, d: 2}\nd: 3\n",
    "a: [{x: '${..1.x}'}, {x: 2}]\n", "a: ['${.1}', 2]\n", "a: ['${..b}']\nb: 3\n", "a: {x: 1, y: ['${.z}']}\n", "a: {x: 1, y: ['${..x}']}\n",
    "a: ${b}\nb: {x: '${.y}', y: 2}\n", "a: ${b}\nb: [1, '${.0}']\n", "a: ${b.x}\nb: {x: '${.y}', y: 2}\n", "a: {b: '${c.d}'}\nc: {d: {e: '${..f}'}, f: 5}\n",
    "a: ${b}\nb: ${c}\nc: 5\n", "a: ${b}\nb: ${c}\nc: {d: 1}\n", "a: ${b.d}\nb: ${c}\nc: {d: 1}\n", "a: ${b.d.e}\nb: ${c}\nc: {d: '${f}'}\nf: {e: 6}\n",
    "a: ${b}\nb: ${a}\n", "a: x${a}\n", "a: {b: '${a}'}\n", "a: {b: '${a.c}', c: 1}\n", "a: ['${a}']\n", "a: ${a.b}\n", "a: ${b}\nb: {c: '${a}'}\n", "a: ${b.c}\nb: {c: '${d}', e: '${a}'}\nd: 1\n",
    "a: ???\n", "a: {b: '???'}\n", "a: ${b}\nb: ???\n", "a: '???'\n", "a: x???\n", "a: ['???']\n", "a: ${b}\nb: {c: '???'}\n",
    "train: {max_tokens: '${data.len}'}\ndata: {len: 5}\n", "dir: logs/${p.n}/${p.e}\np: {n: proj, e: exp}\n", "n: ${oc.select:t.g, 8}\nt: {g: '???'}\n", "n: ${oc.select:t.g, 8}\nt: {g: 4}\n", "n: ${oc.select:t.g, 8}\nt: null\n", "n: ${oc.select:t.g, 8}\nt: 5\n",
    "a: {<<: {b: '${.c}'}, c: 1}\n", "d: &d {b: '${.c}', c: 0}\na: {<<: *d, c: 1}\n", "x: &x '${.y}'\na: {b: *x, y: 1}\ny: 2\n",
    "a: ${b}\nb: yes\n", "a: x${b}\nb: yes\n", "a: x${b}\nb: 010\n", "a: x${b}\nb: 1_000.50\n", "a: x${b}\nb: 1e22\n", "a: x${b}\nb: 1e16\n", "a: x${b}\nb: 123456789012345.5\n", "a: x${b}\nb: 1e15\n", "a: x${b}\nb: 0.0001\n", "a: x${b}\nb: 0.00001\n", "a: x${b}\nb: -0.0\n", "a: x${b}\nb: .inf\n", "a: x${b}\nb: -.inf\n", "a: x${b}\nb: .nan\n", "a: x${b}\nb: 1e300\n", "a: x${b}\nb: 1.5e-9\n", "a: x${b}\nb: [1, a, null]\n", "a: x${b}\nb: {c: 1}\n", "a: x${b}\nb: 99999999999999999999\n",
]


def random_texts(count):
    chance = random.Random(22)
    pieces = ["${", "}", "a", "b", ".", "[", "]", "c", ":", ",", "'", '"', "\\", " ", "$", "{", "oc.env:", "NOPE", "x", "1", "${a}", "n", "${b.c}"]
    return ["".join(chance.choice(pieces) for _ in range(chance.randint(2, 7))) for _ in range(count)]


def random_calls(count):
    chance = random.Random(23)
    pieces = ["1", "a", "_", "-", ".", "e", "+", ",", ":", "[", "]", "{", "}", "'", '"', "\\", " ", "$", "${a}", "true", "null", "1.5", "/", "=", "(", "inf", "?"]
    return ["${oc.select:nope," + "".join(chance.choice(pieces) for _ in range(chance.randint(1, 6))) + "}" for _ in range(count)]


def rows():
    os.environ.update(ENV)
    warnings.simplefilter("ignore")
    texts = [*TEXTS, *random_texts(700), *random_calls(500)]
    within = [{"text": text, **outcome(lambda: within_context(text))} for text in dict.fromkeys(texts)]
    whole = [{"config": text, **outcome(lambda: resolve(text))} for text in CONFIGS]
    return [{"env": ENV, "context": CONTEXT}, *within, *whole]


def within_context(text):
    config = OmegaConf.create(CONTEXT)
    config.v = text
    value = config.v
    return OmegaConf.to_container(value, resolve=True) if OmegaConf.is_config(value) else value


def resolve(text):
    return OmegaConf.to_container(OmegaConf.create(text), resolve=True)
