"""Folders of config files with overrides, and what Hydra composes of them."""

import os
import tempfile
import warnings

from encode import encode
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

BASE = {
    "config.yaml": "defaults:\n  - db: mysql\n  - _self_\nname: run\nlevel: 1\n",
    "db/mysql.yaml": "driver: mysql\nuser: omry\nport: 3306\n",
    "db/postgres.yaml": "driver: postgres\nport: 5432\nopt: {ssl: true}\n",
    "db/global.yaml": "# @package _global_\nname: from-db\ndb: {driver: none}\n",
    "server/apache.yaml": "host: localhost\nport: 80\n",
    "server/nginx.yaml": "host: 0.0.0.0\n",
}


def with_files(**files):
    return {**BASE, **{name.replace("__", "/") + ".yaml": text for name, text in files.items()}}


def config(text, **files):
    return {**with_files(**files), "config.yaml": text}


PLAIN = {"config.yaml": "a: 1\nb: {c: 2, d: {e: 3}}\nl: [1, {x: 2}]\nn: null\nm: ???\ns: text\nr: ${b}\nt: ${a}\nf: 1.5\ny: true\nempty: {}\n"}

OVERRIDES = """
a=2|a=x|a=null|a=|a='1'|a=[1,2]|a={x:1}|a=???|b.c=5|b.d.e=5|b.d={e:9}|b.d={f:9}|b={c:7}|b=5|b=null|b=[1]|nope=1|b.nope=1|nope.x=1|a.x=1|s.x=1|n.x=1|m=4|m.x=1|n=1|n={x:1}|empty.x=1|empty={x:1}|l=[3]|l=x|l.0=9|l.1.x=9|l.1.y=9|l.5=9|l.x=9|l={a:1}|r.c=9|r=5|t=7|f=2|y=false|y=no
+a=2|+nope=1|+b.nope=1|+nope.x.y=1|+b.c=1|+n=1|+m=1|+b={z:1}|+b.d={z:1}|+l=[5]|+a={x:1}|+a.x=1|+n.x=1|+l.0=9|+l.2=9|+new=[1,2]|+new={a:{b:1}}|+new=|+new=null
++a=2|++nope=1|++b.nope=1|++nope.x.y=1|++b.d={f:1}|++a.x=1|++n.x=1|++s.x.y=1|++l=[9]|++b=5|++b.d.e={q:1}
~a|~b.c|~b|~b.d.e|~nope|~b.nope|~a=1|~a=2|~b.c=2|~s=text|~s='text'|~l|~l.0|~n|~m|~t|~t=1|~y=true|~b={c:2}|~r
a=1,2|a=choice(1,2)|a@b=1|a/b=1|+a/b=1
""".replace("\n", "|").strip("|").split("|")

SEVERAL = [
    ["a=2", "a=3"], ["+x=1", "x=2"], ["+x=1", "+x=2"], ["~a", "+a=5"], ["~b.c", "b.c=1"], ["+x.y=1", "x.z=2"], ["+x.y=1", "+x.z=2"], ["b.d.e=4", "r.d.e=5"],
    ["++x=1", "~x"], ["a=${f}", "f=3"], ["a='${b.c}'"], ["a=${nope}"], ["s=\\${a}"], ["a='???'"], ["+x='${.y}'", "+y=3"], ["b={c:${a}}"],
]

CASES = [
    (BASE, []), (BASE, ["db=postgres"]), (BASE, ["db=nope"]), (BASE, ["db=null"]), (BASE, ["~db"]), (BASE, ["~db=mysql"]), (BASE, ["~db=postgres"]), (BASE, ["db=global"]), (BASE, ["db.user=me"]), (BASE, ["db=postgres", "db.port=1"]),
    (BASE, ["+server=apache"]), (BASE, ["server=apache"]), (BASE, ["++server=apache"]), (BASE, ["+server=nope"]), (BASE, ["+db=postgres"]), (BASE, ["db=[mysql,postgres]"]), (BASE, ["db=5"]), (BASE, ["db={driver:x}"]), (BASE, ["+db@backup=postgres"]), (BASE, ["+server@web=apache", "web.port=81"]), (BASE, ["db@x=postgres"]), (BASE, ["~server"]), (BASE, ["+server=[apache,nginx]"]), (BASE, ["+server@_global_=apache"]),
    (BASE, ["name=x", "level=2"]), (BASE, ["db='postgres'"]), (BASE, ["db=mysql,postgres"]), (BASE, ["db=???"]), (BASE, ["db="]),
    (config("defaults:\n  - _self_\n  - db: mysql\ndb: {user: me, x: 1}\n"), []), (config("defaults:\n  - db: mysql\n  - _self_\ndb: {user: me, x: 1}\n"), []), (config("defaults:\n  - db: mysql\ndb: {user: me}\n"), []),
    (config("defaults: []\na: 1\n"), []), (config("defaults:\n  - _self_\na: 1\n"), []), (config("defaults:\n  - _self_\n  - _self_\na: 1\n"), []), (config("defaults:\n"), []), (config("defaults: db\na: 1\n"), []), (config("defaults: {db: mysql}\na: 1\n"), []), (config("defaults: 5\n"), []), (config("defaults:\n  - 5\n"), []), (config("defaults:\n  - [db, mysql]\n"), []), (config("defaults:\n  - null\n"), []), (config("defaults:\n  - {}\n"), []), (config("defaults:\n  - {db: mysql, server: apache}\n"), []), (config("defaults:\n  - db: 5\n"), []), (config("defaults:\n  - db: {x: 1}\n"), []), (config("defaults:\n  - db: true\n"), []),
    (config("defaults:\n  - db: null\na: 1\n"), []), (config("defaults:\n  - db: null\na: 1\n"), ["db=mysql"]), (config("defaults:\n  - db: ???\n"), []), (config("defaults:\n  - db: ???\n"), ["db=mysql"]), (config("defaults:\n  - db: [mysql, postgres]\n"), []), (config("defaults:\n  - db: [postgres, mysql]\n"), []), (config("defaults:\n  - db: [mysql]\n"), ["db=postgres"]), (config("defaults:\n  - db: []\n"), []),
    (config("defaults:\n  - db: nope\n"), []), (config("defaults:\n  - nope: mysql\n"), []), (config("defaults:\n  - optional db: nope\na: 1\n"), []), (config("defaults:\n  - optional nope: x\na: 1\n"), []), (config("defaults:\n  - optional db: mysql\n"), []), (config("defaults:\n  - db: mysql\n  - db: postgres\n"), []), (config("defaults:\n  - db: mysql\n  - db: mysql\n"), []), (config("defaults:\n  - db: mysql\n  - db@x: postgres\n"), []), (config("defaults:\n  - db: mysql\n  - db@x: postgres\n"), ["db@x=mysql"]),
    (config("defaults:\n  - db@x.y: mysql\n"), []), (config("defaults:\n  - db@_global_: mysql\n"), []), (config("defaults:\n  - db@_here_: mysql\n"), []), (config("defaults:\n  - db@_group_: mysql\n"), []), (config("defaults:\n  - db@: mysql\n"), []), (config("defaults:\n  - /db: mysql\n"), []), (config("defaults:\n  - db/mysql\n"), []), (config("defaults:\n  - /db/mysql\n"), []), (config("defaults:\n  - db/mysql@x\n"), []), (config("defaults:\n  - db/mysql@_global_\n"), []), (config("defaults:\n  - nope\n"), []), (config("defaults:\n  - optional nope\n"), []), (config("defaults:\n  - ???\n"), []),
    (config("defaults:\n  - other\n  - _self_\na: 1\n", other="a: 0\nb: 2\n"), []), (config("defaults:\n  - _self_\n  - other\na: 1\n", other="a: 0\nb: 2\n"), []), (config("defaults:\n  - other@x\na: 1\n", other="a: 0\nb: 2\n"), []), (config("defaults:\n  - other\n", other="# @package x\na: 0\n"), []), (config("defaults:\n  - other@y\n", other="# @package x\na: 0\n"), []), (config("defaults:\n  - other.yaml\n", other="a: 0\n"), []), (config("defaults:\n  - db: mysql.yaml\n"), []),
    (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - mysql\nextra: 1\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - mysql\n  - _self_\nuser: me\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - _self_\n  - mysql\nuser: me\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - /server: apache\nx: 1\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - /server@_global_.server: apache\nx: 1\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n", db__engine__my="size: 6\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n", db__engine__my="size: 6\n"), ["db/engine=my"]), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - engine@e: inno\nx: 1\n", db__engine__inno="size: 5\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - engine@_here_: inno\nx: 1\n", db__engine__inno="size: 5\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - engine@_global_: inno\nx: 1\n", db__engine__inno="size: 5\n"), []), (config("defaults:\n  - db: nested\n", db__nested="# @package _global_\ndefaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n"), []), (config("defaults:\n  - db: nested\n", db__nested="# @package _global_\ndefaults:\n  - /server: apache\n  - _self_\nx: 1\n"), []), (config("defaults:\n  - db@p: nested\n", db__nested="defaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n"), []),
    (config("defaults:\n  - db: mysql\n  - override db: postgres\n"), []), (config("defaults:\n  - db: mysql\n  - override db: postgres\n"), ["db=mysql"]), (config("defaults:\n  - override db: postgres\n  - db: mysql\n"), []), (config("defaults:\n  - override db: postgres\n"), []), (config("defaults:\n  - db: mysql\n  - override server: apache\n"), []), (config("defaults:\n  - db: nested\n  - override db/engine: my\n", db__nested="defaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n", db__engine__my="size: 6\n"), []), (config("defaults:\n  - db: nested\n  - _self_\n  - override /db/engine: my\n", db__nested="defaults:\n  - engine: inno\nx: 1\n", db__engine__inno="size: 5\n", db__engine__my="size: 6\n"), []), (config("defaults:\n  - db: nested\n", db__nested="defaults:\n  - /server: apache\n  - override /server: nginx\nx: 1\n"), []), (config("defaults:\n  - db: mysql\n  - override db: null\n"), []), (config("defaults:\n  - db: mysql\n  - optional override db: nope\n"), []),
    (config("defaults:\n  - db: mysql\n  - server: ${db}\n", server__mysql="s: 1\n"), []), (config("defaults:\n  - db: mysql\n  - server: x_${db}\n", server__x_mysql="s: 1\n", server__x_postgres="s: 2\n"), ["db=postgres"]), (config("defaults:\n  - server: ${nope}\n"), []), (config("defaults:\n  - server/${db}\n  - db: mysql\n", server__mysql="s: 1\n"), []),
    (config("a: 1\n"), []), (config(""), []), (config("", db__x=""), ["+db=x"]), (config("[1]\n"), []), (config("defaults:\n  - db: list\n", db__list="- 1\n- 2\n"), []), (config("defaults:\n  - db: empty\n", db__empty=""), []), (config("defaults:\n  - db: empty\n  - _self_\na: 1\n", db__empty="# nothing\n"), []),
    (config("defaults:\n  - db: x\n", db__x="# @package a.b\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="# @package _group_\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="# @package _global_.a\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="#@package _global_\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="#  @package   _global_  \nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="\n\n# @package _global_\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="# text\n# @package _global_\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="# @package\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="# @package a b\nc: 1\n"), []), (config("defaults:\n  - db: x\n", db__x="c: 1\n# @package _global_\n"), []), (config("defaults:\n  - db: x\n", db__x="# @package _name_\nc: 1\n"), []), (config("# @package a\nb: 1\n"), []), (config("# @package _global_\nb: 1\n"), []), (config("defaults:\n  - db@p: x\n", db__x="# @package _global_\nc: 1\n"), []),
    (config("hydra:\n  run:\n    dir: outputs/${now:%Y}\na: 1\n"), []), (config("hydra:\n  job: {name: x}\na: 1\n"), ["hydra.job.name=y"]), (config("defaults:\n  - db: mysql\n  - override hydra/job_logging: disabled\n"), []), (config("defaults:\n  - db: mysql\n"), ["hydra/job_logging=disabled"]),
    (config("defaults:\n  - db: mysql\n  - _self_\nport: ${db.port}\nurl: ${db.driver}:${db.port}\n"), ["db=postgres"]), (config("defaults:\n  - db: mysql\n  - _self_\ndb: {port: '???'}\n"), []), (config("defaults:\n  - db: mysql\n  - _self_\ndb: null\n"), []), (config("defaults:\n  - db: mysql\n  - _self_\ndb: 5\n"), []), (config("defaults:\n  - _self_\n  - db: mysql\ndb: 5\n"), []), (config("defaults:\n  - _self_\n  - db: mysql\ndb: [1]\n"), []), (config("defaults:\n  - _self_\n  - db: mysql\ndb: ${other}\nother: {z: 1}\n"), []),
    ({"config.yaml": "defaults:\n  - rllm: base\n  - rllm/backend: verl\n  - _self_\nhydra:\n  searchpath:\n    - pkg://x.y\n", "rllm/base.yaml": "rollout: {n: 8}\ndata: {len: 5}\n", "rllm/backend/verl.yaml": "# @package _global_\ndefaults:\n  - /ppo\n  - _self_\nrllm: {backend: verl}\n", "rllm/backend/tinker.yaml": "# @package _global_\ntraining: {group_size: '???'}\nrllm:\n  backend: tinker\n  rollout: {n: '${oc.select:training.group_size, 8}'}\n"}, ["rllm/backend=tinker"]),
    ({"config.yaml": "defaults:\n  - rllm: base\n  - rllm/backend: verl\n  - _self_\n", "rllm/base.yaml": "rollout: {n: 8}\n", "rllm/backend/verl.yaml": "# @package _global_\ndefaults:\n  - /ppo\n  - _self_\nrllm: {backend: verl}\n"}, []),
]


def rows():
    warnings.simplefilter("ignore")
    plain = [[text] for text in OVERRIDES] + SEVERAL
    cases = [*((PLAIN, overrides) for overrides in plain), *CASES]
    return [{"files": files, "overrides": overrides, **composed(files, overrides)} for files, overrides in cases]


def composed(files, overrides):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            place = os.path.join(folder, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(text)
        try:
            with initialize_config_dir(config_dir=folder, version_base=None):
                value = compose(config_name="config", overrides=overrides)
            return {"value": encode(OmegaConf.to_container(value, resolve=False))}
        except Exception as error:
            return {"error": type(error).__name__}
