"""Writes what Python holds so that JSON keeps its types apart: whole numbers and floats are different things."""

import json


def encode(value):
    """Text, booleans and null as they are; {"int"}, {"float"}, {"list"} and {"map"} for the others."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return {"int": str(value)}
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, (list, tuple)):
        return {"list": [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"map": [[str(key), encode(item)] for key, item in value.items()]}
    raise TypeError(f"no encoding of {type(value)}")


def outcome(call):
    """{"value": …}, or {"error": …} with the name of the exception where there is none."""
    try:
        return {"value": encode(call())}
    except Exception as error:
        return {"error": type(error).__name__}


def write(path, versions, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in [{"versions": versions}, *rows]:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{path}: {len(rows)} rows")
