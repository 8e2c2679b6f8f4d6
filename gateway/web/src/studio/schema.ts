// SPDX-License-Identifier: MIT
// What of JSON Schema our schemas use, as far as a form needs it. Whether a file is right only the
// gateway says; a form wants to know which fields there are.
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

/** A place in a schema, with the conditions that its surroundings put on it. */
export class Place {
    /** Without a reference. */
    readonly schema: Schema;
    /** Of the file that the schema stands in. */
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

    /** What holds below a key; null: there is no such key, or it may not be there. */
    property(key: string, value: Json | undefined): Place | null {
        const { properties, additionalProperties } = this.schema;
        const own = properties?.[key] ?? additionalProperties;
        const met = this.metBy(value).map((condition) => condition.properties?.[key]);
        if (typeof own !== "object" || met.includes(false)) return null;
        return this.below(own, met);
    }

    /** What holds for each item of a list. */
    item(value: Json | undefined): Place | null {
        if (!this.schema.items) return null;
        return this.below(
            this.schema.items,
            this.metBy(value).map(({ items }) => items),
        );
    }

    /** The kinds of value that there may be; empty: one kind alone. */
    alternatives(value: Json | undefined): Place[] {
        const met = this.metBy(value);
        const isBarred = (key: string): boolean =>
            met.some(({ properties }) => properties?.[key] === false);
        return (this.schema.oneOf ?? [])
            .map((alternative) => this.below(alternative, met))
            .filter(({ schema }) => !schema.required?.some(isBarred));
    }

    /** Of `among`, what the value seems to be. */
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

    /** All that holds beside the schema itself, for such a value. */
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

/** Whether a value is as a schema says, in what tells the kinds of values apart. */
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

/** A value with all that must be there, as far as the schema has defaults; of the first kind. */
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
