"""Texts of the command line, and what Hydra's parser makes of them."""

import random

from encode import encode
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import QuotedString, ValueType

KEYS = r"""
a=1 a.b=1 a.b.c=1 +a=1 ++a=1 ~a ~a=1 ~a.b ~a.b=1 +a.b=1 ++a.b=1 +++a=1 ~~a -a=1 a-b=1 a_b=1 _a=1 a1=1 1a=1 a.1=1 a.1.b=1 1.a=1 0.a=1 01.a=1
$a=1 a.$b=1 a$=1 a/b=1 a/b/c=1 /a=1 a/=1 a//b=1 a/b.c=1 a.b/c=1 a@b=1 a@b.c=1 a/b@c=1 a/b@c.d=1 a@=1 @a=1 a@b@c=1 a@b:c=1 a:b=1 +a@b=1 ~a@b ~a@b=1
a/b@_global_=c a@_here_=b a..b=1 .a=1 a.=1 a[0]=1 a.[0]=1 a.0=1 a.-1=1 a.b-c=1 a.b_c=1 =1 a + ++ ~ a= ~a= +a= ++a= a== a==1 a=b=c a=1=2 a.b a b é=1 a.é=1 'a'=1 "a"=1 a*=1 A=1
hydra/launcher=x rllm/backend=tinker +rllm/backend=tinker ++rllm/backend=x ~rllm/backend ~rllm/backend=x hydra.run.dir=x
""".split()

VALUES = [
    "", " ", "1", "-1", "+1", "0", "-0", "00", "01", "1_000", "1__0", "_1", "1_", "123456789012345678901234567890",
    "1.0", "1.", ".5", "-.5", "+.5", "1e5", "1E5", "1e-6", "1e+6", "1.e5", ".5e5", "-1.5e-3", "1_0.5", "1.5_0", "1e1_0", "00.5", "0.5", "1e", "e5", "1.2.3", "1-2", "0x10", "0b1", "0o7",
    "inf", "-inf", "+inf", "INF", "Inf", "nan", "NaN", "-nan", "infinity", ".inf", ".nan", "true", "True", "TRUE", "tRuE", "false", "FALSE", "yes", "no", "on", "off", "null", "NULL", "Null", "nUlL", "~", "none", "None",
    "a", "abc", "a-b", "a_b", "a.b", "a/b", "a:b", "a b", "a  b", " a ", " a b ", "a\tb", "a\\b", "a*b", "a+b", "a$b", "a%b", "a@b", "a?b", "a|b", "a,b", "a=b", "a#b", "a!b", "a&b", "a;b", "a<b", "a>b", "a^b", "a`b", "a~b", "a'b", 'a"b', "a\nb", "é", "日本", "😀", "a(b", "a)b", "a[b", "a]b", "a{b", "a}b",
    "/x/y.z", "./x", "~/x", "s3://b/k", "http://h:80/p?q=1", "http://h:80/p?q\\=1", "C:\\x", "50%", "***", "???", "...", ".", "-", "+", "$", "%", "@", "|", ":", "::", "1:2", "12:30:45", "2001-01-01", "a:1", ":a", "a:", "=", ",", "\\", "\\\\", "Qwen/Qwen3-8B",
    "'a'", '"a"', "''", '""', "'a b'", "'1'", '"1"', "'true'", "'null'", "'a,b'", "'a=b'", "'it\\'s'", '"a\\"b"', "'a\\\\'", '"a\\\\"', "'a\\\\b'", "'a\\nb'", "'a\nb'", "'a\\'", "'a", "a'", '"a', "'a'b", "a'b'", "'a''b'", "'a' 'b'", " 'a' ", "'a\"b'", '"a\'b"', "'${x}'", '"${x.y}"', "'\\\\\\'x'", "'é'", "'\\é'", "'[1,2]'", "'{a:1}'", "'#'", "'~/x'",
    "[]", "[ ]", "[1]", "[1,2]", "[1, 2]", "[ 1 , 2 ]", "[1,2,]", "[,1]", "[,]", "[a,b c,d]", "['a',\"b\"]", "[[1],[2,3]]", "[{a:1},{b:2}]", "[null,true,1.5]", "[1,2", "1,2]", "[1 2]", "[a:b]", "[${x},${y}]", "[1]]", "[]x", "x[]", "[1][2]", "[a=b]", "[(]", "['console','tensorboard']", "[console]", "[a\\,b]", "[-1,+1]",
    "{}", "{ }", "{a:1}", "{a: 1}", "{ a : 1 , b : 2 }", "{a:1,b:2}", "{a:1,}", "{,}", "{a}", "{a:}", "{:1}", "{a:{b:1}}", "{a:[1,2]}", "{'a':1}", '{"a":1}', "{1:a}", "{1.5:a}", "{true:a}", "{null:a}", "{a b:1}", "{a.b:1}", "{a/b:1}", "{a:b:c}", "{a:1", "a:1}", "{a=1}", "{a:1}}", "{a:1,a:2}", "{${x}:1}", "{a:${x}}", "{a-b:1}", "{$a:1}", "{a:'x'}", "{ }x",
    "${a}", "${a.b}", "${a.b}/c", "x${a}y", "${a}${b}", "${.a}", "${..a}", "${oc.env:X}", "${oc.env:X,y}", "${oc.env:X,'y z'}", "${a", "$a", "${}", "${ a }", "${a${b}}", "${a.${b}}", "\\${a}", "a\\${b}", "${a} b", "${a},${b}", "${oc.env:X,}", "${f:[1,2]}", "${f:{a:1}}", "a$ {b}", "${a:}", "$$", "${'a'}",
    "\\a", "\\(", "\\)", "\\[", "\\]", "\\{", "\\}", "\\:", "\\=", "\\,", "\\ ", "\\\t", "\\\\a", "a\\,b", "a\\ b", "\\,\\,", "a\\=b", "\\(a\\)", "\\'", "\\\"", "a\\", "a\\\\", "\\#", " \\ a", "a\\ ",
    "1,2", "a,b", "1, 2, 3", "a,'b c'", "[1],[2]", "{a:1},{b:2}", "null,1", "1,", ",1", "a,,b",
    "choice(1,2)", "choice(a)", "choice()", "range(1,5)", "range(5)", "interval(0,1)", "glob(*)", "glob([a*,b*])", "shuffle(1,2)", "sort(3,1)", "sort(1,2,reverse=true)", "tag(a,choice(1,2))", "int(1.5)", "float(1)", "str(1)", "bool(1)", "json_str({a:1})", "extend_list(1)", "nope(1)", "choice (1,2)", "choice( 1 , 2 )", "choice(1,2", "a.b(1)", "[choice(1,2)]", "int('1')", "int([1,2])", "f(a=1)", "f(a=1,2)", "()", "(1)", "a(1)b",
]


def random_values(count):
    chance = random.Random(21)
    pieces = ["1", "0", "a", "b", "_", "-", ".", "e", "+", ",", ":", "[", "]", "{", "}", "'", '"', "\\", " ", "$", "${a}", "true", "null", "1.5", "/", "=", "(", ")", "inf"]
    return ["".join(chance.choice(pieces) for _ in range(chance.randint(1, 6))) for _ in range(count)]


def rows():
    values = [*VALUES, *random_values(900)]
    texts = [*KEYS, *(f"k={value}" for value in values)]
    return [{"text": text, **parse(text)} for text in dict.fromkeys(texts)]


def parse(text):
    try:
        override = OverridesParser.create().parse_override(text)
    except Exception as error:
        return {"error": type(error).__name__}
    key = {"key": override.key_or_group, "package": override.package}
    if override.value_type not in (None, ValueType.ELEMENT):
        return {**key, "sweep": override.value_type.name}
    try:
        return {**key, "type": override.type.name, "value": encode(plain(override._value))}
    except TypeError:
        return {**key, "sweep": "INSIDE"}


def plain(value):
    """Text without the note that it stood in quotes."""
    if isinstance(value, QuotedString):
        return value.text
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    return value
