# SPDX-License-Identifier: MIT
"""The page of the HTTP calls, from the two OpenAPI files."""
import http
import pathlib

from markdown import paragraph, slug, table
from schema_tables import Tables

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
APIS = {"Data port": "data_port.openapi.json", "Studio": "studio.openapi.json"}


class Api:
    """The sections of one OpenAPI file. Its name begins each heading."""

    def __init__(self, name, file):
        self.name, self.file = name, file
        self.tables = Tables(SCHEMAS, self.link_to)
        self.api = self.tables.load(file)

    def heading(self, text):
        return f"{self.name}: `{text}`"

    def link_to(self, _, name):
        return f"[{name}](#{slug(self.heading(name))})" if name else None

    def inline(self, schema):
        """A short form of the schema of a body."""
        if "$ref" in schema:
            return self.link_to(self.file, schema["$ref"].rsplit("/", 1)[-1])
        if "oneOf" in schema:
            return " or ".join(self.inline(each) for each in schema["oneOf"])
        if schema.get("type") == "array":
            return f"list of {self.inline(schema['items'])}"
        if "properties" in schema:
            return "{" + ", ".join(f"`{key}`: {self.inline(value)}"
                                   for key, value in schema["properties"].items()) + "}"
        return self.tables.allowed_of(schema, self.file) if "const" in schema else \
            self.tables.type_of(schema, self.file)

    def body(self, content):
        return "; ".join(f"{kind}: {self.inline(each['schema'])}"
                         for kind, each in content.items())

    def call(self, path, method, call):
        where = "" if path in ("/healthz", "/") else " on the loopback"
        heading = self.heading(f"{method.upper()} {path}")
        parts = [f"### {heading}", paragraph(call["summary"] + "."),
                 "Token: " + ("required." if call["security"] else f"not required{where}.")]
        if "parameters" in call:
            parts.append(table(
                ["parameter", "in", "type", "default", "allowed", "meaning"],
                [[row[0], its["in"], *row[1:-1], its.get("description", "")]
                 for its in call["parameters"]
                 for row in [self.tables.row(its["name"], its["schema"], self.file,
                                             its.get("required", False))]]).rstrip("\n"))
        if "requestBody" in call:
            parts.append(f"Body: {self.body(call['requestBody']['content'])}")
        replies = [[self.status(status), self.body(reply.get("content", {})), reply["description"]]
                   for status, reply in call["responses"].items()]
        return "\n\n".join([*parts, table(["reply", "body", "meaning"], replies)])

    @staticmethod
    def status(status):
        if status == "default":
            return "errors"
        return f"{status} {http.HTTPStatus(int(status)).phrase}"

    def schema(self, name, schema):
        """The sections of a component."""
        tables, heading = Tables(SCHEMAS, self.link_to), self.heading(name)
        if "properties" in schema:
            tables.add(name, tables.resolve(schema, self.file), heading, 3)
            return tables.sections
        kind, allowed = tables.type_of(schema, self.file), tables.allowed_of(schema, self.file)
        text = [f"### {heading}", paragraph(schema.get("description", "")),
                f"Type: {kind}" + (f", {allowed}" if allowed else "") + ".\n"]
        for number, (path, form, _) in enumerate(tables.parts(name, schema, self.file), 1):
            end = f", form {number}" if "oneOf" in schema else ""
            tables.add(path, form, self.heading(path) + end, 4)
        return ["\n\n".join(part for part in text if part), *tables.sections]

    def sections(self):
        yield f"## {self.name}\n" + paragraph(self.api["info"]["description"])
        for path, calls in self.api["paths"].items():
            for method, call in calls.items():
                yield self.call(path, method, call)
        for name, schema in self.api["components"]["schemas"].items():
            yield from self.schema(name, schema)


def pages(_):
    text = "The OpenAPI files are " + " and ".join(
        f"`schemas/{file}` ({name.lower()})" for name, file in APIS.items()) + ".\n"
    for name, file in APIS.items():
        text += "\n" + "\n".join(part.rstrip("\n") + "\n" for part in Api(name, file).sections())
    return {"http-api.md": ("HTTP API", text)}
