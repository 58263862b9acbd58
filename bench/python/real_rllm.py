"""The estimators of the rLLM checkout that RLLM_SRC names, imported and called, never copied.

What rLLM imports but its estimators do not use (torch, transformers, ...) is replaced by empty modules.
"""

import importlib
import importlib.abc
import importlib.machinery
import os
import sys
import types

UNUSED = (
    "torch transformers verl tinker tinker_cookbook ray pandas polars datasets pylatexenc vllm sglang pyarrow "
    "tensordict wandb PIL sentence_transformers google boto3 fastapi uvicorn antlr4 tensorboard"
).split()


def load():
    """The estimators, or the reason why there are none."""
    source = os.environ.get("RLLM_SRC")
    if not source:
        return None, "RLLM_SRC is not set"
    sys.path.insert(0, source)
    sys.meta_path.append(EmptyModules())
    try:
        return Rllm(), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


class Rllm:
    def __init__(self):
        package = "rllm.trainer.algorithms"
        self.advantage = importlib.import_module(f"{package}.advantage")
        self.config = importlib.import_module(f"{package}.config")

    def call(self, case, groups):
        name = "grpo" if case == "grpo-no-std" else case.replace("-", "_")
        config = self.config.AlgorithmConfig(norm_adv_by_std_in_grpo=case != "grpo-no-std")
        estimator = self.advantage.get_rllm_adv_estimator(name)
        return lambda: estimator(rewards=groups, algorithm_config=config)[0]


class EmptyModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in UNUSED:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return EmptyModule(spec.name)

    def exec_module(self, module):
        pass


class EmptyModule(types.ModuleType):
    """Has whatever is asked of it, as a class that does nothing."""

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything(name, (), {})


class Anything(type):
    def __getattr__(cls, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything(name, (), {})

    def __call__(cls, *args, **kwargs):
        # As a decorator it leaves the function alone.
        if len(args) == 1 and callable(args[0]) and not kwargs:
            return args[0]
        return object.__new__(cls)
