"""Makes the vectors that pin how config files and overrides are read: python test/oracle/config/generate.py.

Needs what requirements.txt names. Every row holds an input and what OmegaConf or Hydra made of it, or the name of the
exception that it raised.
"""

import platform
from importlib.metadata import version
from pathlib import Path

import compose_cases
import interpolation_cases
import merge_cases
import override_cases
import yaml_cases
from encode import write

HERE = Path(__file__).parent


def main():
    packages = ("omegaconf", "hydra-core", "PyYAML")
    versions = {"python": platform.python_version(), **{name: version(name) for name in packages}}
    topics = {
        "yaml": yaml_cases,
        "overrides": override_cases,
        "interpolation": interpolation_cases,
        "merge": merge_cases,
        "compose": compose_cases,
    }
    (HERE / "vectors").mkdir(exist_ok=True)
    for name, cases in topics.items():
        write(HERE / "vectors" / f"{name}.jsonl", versions, cases.rows())


if __name__ == "__main__":
    main()
