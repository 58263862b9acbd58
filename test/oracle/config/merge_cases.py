"""Configs merged one over the other, and what OmegaConf makes of them, interpolations left as they are."""

import io
import itertools

from encode import outcome
from omegaconf import OmegaConf

VALUES = ["1", "x", "null", "???", "{b: 1}", "{b: 2, c: 3}", "{b: {d: 4}}", "{}", "[1, 2]", "[]", "'${other}'", "'${list}'", "'x${one}'"]

CHAINS = [
    ["a: {b: 1, c: 2}", "a: {b: 3}", "a: {d: 4}"],
    ["a: 1\nb: 2\nc: 3", "c: 4\na: 5\nd: 6"],
    ["{}", "a: 1", "{}"],
    ["a: {b: 1}", "a: null", "a: {c: 2}"],
    ["a: {b: {c: 1, d: [1]}}", "a: {b: {d: [2, 3]}}", "a: {b: {c: null}}"],
    ["a: [{b: 1}, {c: 2}]", "a: [{d: 3}]"],
    ["1: x", "'1': y"],
    ["a: {b: 1}", "[1]"],
    ["[1]", "[2, 3]"],
    ["a: {b: 1}\nr: '${a}'", "r: {c: 2}"],
    ["a: {b: 1}\nr: '${a}'", "r: {b: 2}", "a: {b: 3}"],
    ["a: {b: '???', c: '???'}", "a: {b: 1}", "a: {b: '???'}"],
]


def rows():
    base = "other: {z: 9}\nlist: [7]\none: 1\n"
    pairs = [[f"{base}a: {first}", f"a: {second}"] for first, second in itertools.product(VALUES, VALUES)]
    return [{"texts": texts, **outcome(lambda: merge(texts))} for texts in [*pairs, *CHAINS]]


def merge(texts):
    configs = [OmegaConf.load(io.StringIO(text)) for text in texts]
    return OmegaConf.to_container(OmegaConf.merge(*configs), resolve=False)
