// SPDX-License-Identifier: MIT
// The part of JSON Schema that the project's schemas use, as far as a form needs it. The gateway
// validates files; the form only needs to know which fields exist.
import type { Json, JsonObject } from "./contract";

export interface Schema {
    $ref?: string;
    $defs?: Record<string, Schema>;
    title?: string;
    description?: string;
    type?: string | string[];
    enum?: Json[];
    const?: Json;
    default?: Json;
    pattern?: string;
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    exclusiveMaximum?: number;
    maxItems?: number;
    required?: string[];
    properties?: Record<string, Schema | false>;
    additionalProperties?: Schema | boolean;
    items?: Schema;
    oneOf?: Schema[];
    allOf?: Schema[];
    not?: Schema;
    if?: Schema;
    then?: Schema;
    else?: Schema;
    "x-unit"?: string;
    "x-reads"?: string[];
    "x-writes"?: string[];
    "x-schema"?: string;
}
export type Schemas = Record<string, Schema>;

export function isObject(value: Json | undefined): value is JsonObject {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A place in a schema, with the conditions that enclosing schemas add. */
export class Place {
    /** With its reference resolved. */
    readonly schema: Schema;
    /** The file that contains the schema. */
    private readonly file: string;

    constructor(
        private readonly schemas: Schemas,
        file: string,
        schema: Schema,
        private readonly conditions: readonly Schema[] = [],
    ) {
        [this.file, this.schema] = resolve(schemas, file, schema);
    }

    static root(schemas: Schemas, kind: string): Place {
        return new Place(schemas, kind, schemas[kind] ?? {});
    }

    /** Keys that a value may have here, in the order of the schema. */
    keysOf(value: Json | undefined): string[] {
        const all = Object.keys(this.schema.properties ?? {});
        return all.filter((key) => this.property(key, value) !== null);
    }

    /** Keys that a value must have here. */
    required(value: Json | undefined): string[] {
        return [this.schema, ...this.metBy(value)].flatMap(({ required }) => required ?? []);
    }

    /** The place of a key; null if the schema has no such key or a condition excludes it. */
    property(key: string, value: Json | undefined): Place | null {
        const { properties, additionalProperties } = this.schema;
        const own = properties?.[key] ?? additionalProperties;
        const met = this.metBy(value).map((condition) => condition.properties?.[key]);
        if (typeof own !== "object" || met.includes(false)) return null;
        return this.below(own, met);
    }

    /** The place of the items of a list. */
    item(value: Json | undefined): Place | null {
        if (!this.schema.items) return null;
        return this.below(
            this.schema.items,
            this.metBy(value).map(({ items }) => items),
        );
    }

    /** The alternatives (oneOf) that conditions allow; empty if there is only one kind of value. */
    alternatives(value: Json | undefined): Place[] {
        const met = this.metBy(value);
        const isBarred = (key: string): boolean =>
            met.some(({ properties }) => properties?.[key] === false);
        return (this.schema.oneOf ?? [])
            .map((alternative) => this.below(alternative, met))
            .filter(({ schema }) => !schema.required?.some(isBarred));
    }

    /** The member of `among` that matches the value best. */
    alternativeOf(value: Json | undefined, among: readonly Place[]): Place | undefined {
        if (value === undefined) return among[0];
        const whole = among.find(({ file, schema }) => fits(this.schemas, file, schema, value));
        if (whole || !isObject(value)) return whole ?? among[0];
        const known = ({ schema }: Place): number => {
            const keys = Object.keys(value).filter((key) => schema.properties?.[key]).length;
            const lacks = schema.required?.filter((key) => !(key in value)).length ?? 0;
            return keys - lacks;
        };
        return [...among].sort((a, b) => known(b) - known(a))[0];
    }

    private below(schema: Schema, met: (Schema | false | undefined)[]): Place {
        const conditions = met.filter((part): part is Schema => typeof part === "object");
        return new Place(this.schemas, this.file, schema, conditions);
    }

    /** All schemas that also apply to this value: members of allOf, and branches of if. */
    private metBy(value: Json | undefined): Schema[] {
        const found: Schema[] = [];
        const take = (schema: Schema): void => {
            for (const part of schema.allOf ?? []) add(part);
            if (!schema.if) return;
            const branch = fits(this.schemas, this.file, schema.if, value ?? {})
                ? schema.then
                : schema.else;
            if (branch) add(branch);
        };
        const add = (schema: Schema): void => {
            found.push(schema);
            take(schema);
        };
        this.conditions.forEach(add);
        take(this.schema);
        return found;
    }
}

function resolve(schemas: Schemas, file: string, schema: Schema): [file: string, schema: Schema] {
    if (schema.$ref === undefined) return [file, schema];
    const [name = "", pointer = ""] = schema.$ref.split("#");
    const target = name === "" ? file : name.replace(/\.schema\.json$/, "");
    const found = schemas[target]?.$defs?.[pointer.replace("/$defs/", "")] ?? {};
    const { $ref: _, ...own } = schema;
    const [where, whole] = resolve(schemas, target, found);
    return [where, { ...whole, ...own }];
}

function typeOf(value: Json): string {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    return typeof value;
}

function isOfType(value: Json, type: string): boolean {
    return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

/** Whether a value matches a schema, as far as needed to distinguish alternatives. */
export function fits(schemas: Schemas, file: string, given: Schema, value: Json): boolean {
    const [where, schema] = resolve(schemas, file, given);
    const all = (part: Schema, below: Json): boolean => fits(schemas, where, part, below);
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false;
    if (schema.const !== undefined && schema.const !== value) return false;
    if (schema.enum && !schema.enum.includes(value)) return false;
    if (schema.not && all(schema.not, value)) return false;
    if (schema.allOf?.some((part) => !all(part, value))) return false;
    if (schema.oneOf && !schema.oneOf.some((part) => all(part, value))) return false;
    if (typeof value === "string" && schema.pattern)
        return new RegExp(schema.pattern, "u").test(value);
    if (typeof value === "number")
        return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
    if (Array.isArray(value))
        return !schema.items || value.every((item) => all(schema.items!, item));
    if (!isObject(value)) return true;
    if (schema.required?.some((key) => !(key in value))) return false;
    return Object.entries(value).every(([key, item]) => {
        const part = schema.properties?.[key] ?? schema.additionalProperties ?? true;
        return typeof part === "boolean" ? part : all(part, item);
    });
}

/** A value with all required keys that have defaults; of the first alternative. */
export function defaultsOf(place: Place): Json | undefined {
    const among = place.alternatives(undefined);
    if (among.some(({ schema }) => schema.type === "object")) return defaultsOf(among[0]!);
    const { schema } = place;
    if (schema.default !== undefined) return schema.default;
    if (schema.const !== undefined) return schema.const;
    if (schema.type === "array") return [];
    if (schema.type !== "object") return undefined;
    const made: JsonObject = {};
    for (const key of place.required(made)) {
        const below = place.property(key, made);
        const value = below ? defaultsOf(below) : undefined;
        if (value !== undefined) made[key] = value;
    }
    return made;
}
