# SPDX-License-Identifier: MIT
"""Tables of the keys that a JSON Schema describes."""
import collections
import json

from markdown import code, paragraph, slug, table, with_links

TYPES = {"integer": "integer", "number": "number", "string": "text", "boolean": "boolean",
         "array": "list", "object": "map", "null": "null"}
TYPE_OF_VALUE = {str: "string", bool: "boolean", int: "integer", float: "number",
                 type(None): "null"}
HEADER = ["name", "type", "default", "allowed", "meaning"]
DEEPEST_HEADING = 4
# A schema without references: its file, the name of its definition if it has one, and the identity
# of its description in that file.
Form = collections.namedtuple("Form", "schema file name node")


def unique(texts):
    return list(dict.fromkeys(text for text in texts if text))


def range_of(schema):
    """Allowed values of a scalar, or the allowed number of items of a list."""
    least, most = schema.get("minimum"), schema.get("maximum")
    if "exclusiveMinimum" in schema:
        return f"above {schema['exclusiveMinimum']}" + (f", to {most}" if most is not None else "")
    if least is not None and most is not None:
        return f"{least} to {most}"
    if least is not None or most is not None:
        return f"at least {least}" if most is None else f"at most {most}"
    least, most = schema.get("minItems"), schema.get("maxItems")
    if least is not None and most is not None:
        return f"{least} items" if least == most else f"{least} to {most} items"
    if least == 1 and schema.get("type") == "array":
        return "not empty"
    if least is not None or most is not None:
        return f"at least {least} items" if most is None else f"at most {most} items"
    if "maxLength" in schema:
        return f"{schema.get('minLength', 0)} to {schema['maxLength']} characters"
    return ""


def values_of(schema):
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def with_keys(meaning, links):
    if not links:
        return meaning
    keys = ", ".join(links).replace(", as in ", ", ")
    return f"{meaning}{'.' if meaning and meaning[-1] != '.' else ''} Keys: {keys}."


def any_of(schema):
    """The schema of the values whose keys have any name, or a name of a pattern."""
    return next(iter(schema.get("patternProperties", {}).values()),
                schema.get("additionalProperties"))


class Tables:
    """Sections with the keys of a schema, in its order, each object with a separate table.

    `link_to(file, name)` returns the Markdown link to a definition, or file if the name is None,
    that has a separate page or section, and None for one that belongs here.
    """

    def __init__(self, folder, link_to):
        self.folder, self.link_to = folder, link_to
        self.files, self.links, self.sections = {}, {}, []

    def load(self, file):
        if file not in self.files:
            self.files[file] = json.loads((self.folder / file).read_text())
        return self.files[file]

    def resolve(self, schema, file):
        """The form that a schema or the target of its reference has."""
        name, node = None, id(schema)
        while "$ref" in schema:
            target, _, pointer = schema["$ref"].partition("#")
            file = target or file
            found = self.load(file)
            for part in pointer.split("/")[1:]:
                found = found[part]
            name, node = pointer.rpartition("/")[2] or None, id(found)
            schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
        return Form(schema, file, name, node)

    def alternatives(self, schema, file):
        """The forms that a value may have."""
        form = self.resolve(schema, file)
        among = form.schema.get("oneOf", form.schema.get("anyOf"))
        if among is None or self.link_to(form.file, form.name):
            yield form
            return
        for each in among:
            yield from self.alternatives(each, form.file)

    def parts(self, path, schema, file):
        """(path, form, heading) of the objects in a value: each has a separate table."""
        forms = [form for form in self.alternatives(schema, file)
                 if not self.link_to(form.file, form.name)]
        is_one_of = sum("properties" in form.schema for form in forms) > 1
        for form in forms:
            if "properties" in form.schema:
                title = f": {form.schema.get('title', 'a form')}" if is_one_of else ""
                yield path, form, f"`{path}`{title}"
            for suffix, value in (("[]", form.schema.get("items")), (".NAME", any_of(form.schema))):
                if isinstance(value, dict):
                    yield from self.parts(path + suffix, value, form.file)

    def type_of(self, schema, file):
        names = []
        for form in self.alternatives(schema, file):
            link = self.link_to(form.file, form.name)
            names += [link] if link else self.plain_types(form.schema, form.file)
        unit = self.resolve(schema, file).schema.get("x-unit", "")
        return " or ".join(unique(names)) + (f", {unit}" if unit else "")

    def type_inside(self, schema, file):
        text = self.type_of(schema, file)
        return f"({text})" if " or " in text or "," in text else text

    def plain_types(self, schema, file):
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if not types:
            types = unique(TYPE_OF_VALUE[type(value)] for value in values_of(schema))
        for kind in types or ["any"]:
            items = schema.get("prefixItems", [])
            if kind == "array" and items:
                yield f"list ({', '.join(self.type_of(item, file) for item in items)})"
            elif kind == "array" and isinstance(schema.get("items"), dict):
                yield f"list of {self.type_inside(schema['items'], file)}"
            elif kind == "object" and isinstance(any_of(schema), dict):
                yield f"map of names to {self.type_inside(any_of(schema), file)}"
            else:
                yield TYPES.get(kind, kind)

    def allowed_of(self, schema, file):
        texts = []
        for form in self.alternatives(schema, file):
            if self.link_to(form.file, form.name):
                continue
            texts += [", ".join(map(code, values_of(form.schema))), range_of(form.schema)]
            suffixes = form.schema.get("x-reads", form.schema.get("x-writes", []))
            if suffixes:
                texts.append("path of a file: " + ", ".join(f"`*{suffix}`" for suffix in suffixes))
            if isinstance(form.schema.get("items"), dict):
                texts.append(self.allowed_of(form.schema["items"], form.file))
        return "; ".join(unique(texts))

    def meaning_of(self, schema, file):
        form = self.resolve(schema, file)
        text = form.schema.get("description", "")
        for each in self.alternatives(schema, file) if "oneOf" in form.schema else ():
            its_text = each.schema.get("description", "")
            if "properties" not in each.schema and its_text.lower() not in text.lower():
                text += f" {code(each.schema['const'])}: " if "const" in each.schema else " "
                text += its_text
        page = self.link_to(form.schema.get("x-schema"), None)
        return with_links(" ".join(unique([
            text or form.schema.get("title", ""), page and f"Its {page}.",
            "Deprecated." if form.schema.get("deprecated") else ""])))

    def row(self, key, schema, file, required):
        full = self.resolve(schema, file).schema
        default = code(full["default"]) if "default" in full else "required" if required else ""
        return [f"`{key}`", self.type_of(schema, file), default, self.allowed_of(schema, file),
                self.meaning_of(schema, file)]

    def add(self, path, form, heading, level=2):
        """Adds the section of an object and those of the objects in it. @return a link to it"""
        if form.node in self.links:
            return f"as in {self.links[form.node]}"
        link = f"[{heading.replace('`', '')}](#{slug(heading)})"
        if link in self.links.values():
            raise ValueError(f"there are two sections {heading}")
        self.links[form.node] = link
        here, schema = len(self.sections), form.schema
        self.sections.append("")
        rows = []
        for key, value in schema["properties"].items():
            row = self.row(key, value, form.file, key in schema.get("required", []))
            its_path = f"{path}.{key}" if path else key
            links = unique(self.add(*part, level=min(level + 1, DEEPEST_HEADING))
                           for part in self.parts(its_path, value, form.file))
            rows.append([*row[:-1], with_keys(row[-1], links)])
        text = [f"{'#' * level} {heading}"]
        if path and "description" in schema:
            text.append(paragraph(schema["description"]))
        text.append(table(HEADER, rows) if rows else "It has no keys.\n")
        self.sections[here] = "\n\n".join(text)
        return link
