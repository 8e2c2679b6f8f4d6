# SPDX-License-Identifier: MIT
"""Sentences about the conditions (if, then, else) of a JSON Schema."""
import re

from markdown import code


def children(schema, path):
    """(path, schema) of the keys and items below a schema."""
    for key, value in schema.get("properties", {}).items():
        if isinstance(value, dict):
            yield f"{path}{key}.", value
    if isinstance(schema.get("items"), dict):
        yield path.removesuffix(".") + "[].", schema["items"]


def tests(condition, path):
    """What a condition requires, each as (key, "is", rest)."""
    keys = condition.get("properties", {})
    for key in condition.get("required", []):
        if key not in keys:
            yield f"`{path}{key}`", "is", "set"
    for key in condition.get("not", {}).get("required", []):
        yield f"`{path}{key}`", "is not", "set"
    for key, value in keys.items():
        if "const" in value:
            yield f"`{path}{key}`", "is", code(value["const"])
        elif "enum" in value:
            choices = ", ".join(code(each) for each in value["enum"])
            yield f"`{path}{key}`", "is", f"one of {choices}"
        elif "pattern" in value:
            begin = re.sub(r"^\^|\\", "", value["pattern"])
            yield f"`{path}{key}`", "is", f"a text that begins with `{begin}`"
        else:
            yield from tests(value, f"{path}{key}.")


def effects(schema, path):
    """(verb, key) of everything that a schema requires or refuses, except in its conditions."""
    for key in schema.get("required", []):
        yield "required", f"`{path}{key}`"
    if "anyOf" in schema:
        yield "required", " or ".join(f"`{path}{key}`" for each in schema["anyOf"]
                                      for key in each["required"])
    for key, value in schema.get("properties", {}).items():
        if value is False:
            yield "not allowed", f"`{path}{key}`"
        elif "const" in value.get("not", {}):
            yield "not allowed", f"{code(value['not']['const'])} for `{path}{key}`"
        elif value.get("maxItems") == 0:
            yield "not allowed", f"items of `{path}{key}`"
    for below, value in children(schema, path):
        yield from effects(value, below)


def sentences(schema, path="", given=()):
    """Sentences about all conditions in a schema, with those that hold around it."""
    if given:
        found = list(effects(schema, path))
        parts = [f"{verb}: " + ", ".join(key for its, key in found if its == verb)
                 for verb in ("required", "not allowed") if any(its == verb for its, _ in found)]
        if parts:
            yield f"If {' and '.join(given)}: {'; '.join(parts)}."
    yield from inner_sentences(schema, path, given)


def inner_sentences(schema, path, given):
    if "if" in schema:
        required = list(tests(schema["if"], path))
        yes = tuple(" ".join(each) for each in required)
        yield from sentences(schema.get("then", {}), path, given + yes)
        if "else" in schema:
            (key, verb, rest), = required
            no = f"{key} {'is' if verb == 'is not' else 'is not'} {rest}"
            yield from sentences(schema["else"], path, given + (no,))
    for each in schema.get("allOf", []):
        yield from inner_sentences(each, path, given)
    for below, value in children(schema, path):
        yield from inner_sentences(value, below, given)
