// SPDX-License-Identifier: MIT
// Paths of values in a configuration; reads and replaces the value at a path.
import type { Json, JsonObject } from "./contract";
import { isObject, type Place } from "./schema";

export type Path = readonly (string | number)[];

/** As in messages of the gateway: programs[0].vehicle.model */
export function pathText(path: Path): string {
    return path
        .map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`))
        .join("");
}

/** The path and all its parents, innermost first: a[0].b, a[0], a. */
export function outwards(text: string): string[] {
    const found: string[] = [];
    for (let rest = text; rest !== ""; rest = rest.replace(/(^|\.)[^.[\]]+$|\[\d*\]$/, "")) {
        if (rest === found.at(-1)) break;
        found.push(rest);
    }
    return found;
}

/** A copy with another value at the path (undefined removes it); keys in the schema's order. */
export function withValue(
    place: Place | null,
    whole: Json | undefined,
    path: Path,
    value: Json | undefined,
): Json | undefined {
    const [key, ...rest] = path;
    if (key === undefined) return value;
    const among = place?.alternatives(whole) ?? [];
    const here = place && among.length > 0 ? place.alternativeOf(whole, among) : place;
    if (typeof key === "number") {
        const list = Array.isArray(whole) ? [...whole] : [];
        const item = withValue(here?.item(whole) ?? null, list[key], rest, value);
        if (item === undefined) list.splice(key, 1);
        else list[key] = item;
        return list;
    }
    const old = isObject(whole) ? whole : {};
    const changed = withValue(here?.property(key, old) ?? null, old[key], rest, value);
    const order = Object.keys(here?.schema.properties ?? {});
    const keys = [...new Set([...order, ...Object.keys(old), key])];
    const made: JsonObject = {};
    for (const name of keys) {
        const item = name === key ? changed : old[name];
        if (item !== undefined) made[name] = item;
    }
    return made;
}

export function valueAt(whole: Json | undefined, path: Path): Json | undefined {
    let value = whole;
    for (const key of path) {
        if (Array.isArray(value)) value = value[key as number];
        else if (isObject(value)) value = value[key];
        else return undefined;
    }
    return value;
}

/** Path of the first text that `fits` accepts; null if there is none. */
export function placeOf(whole: Json | undefined, fits: (text: string) => boolean): Path | null {
    if (typeof whole === "string") return fits(whole) ? [] : null;
    const below: [string | number, Json][] = Array.isArray(whole)
        ? [...whole.entries()]
        : Object.entries(isObject(whole) ? whole : {});
    for (const [key, item] of below) {
        const rest = placeOf(item, fits);
        if (rest) return [key, ...rest];
    }
    return null;
}

function folderOf(file: string): string[] {
    return file.split("/").slice(0, -1);
}

/** A path in the studio's folder, relative to the file `base`. */
export function relativeTo(base: string, file: string): string {
    const from = folderOf(base);
    const to = file.split("/");
    let common = 0;
    while (common < from.length && common < to.length - 1 && from[common] === to[common])
        common += 1;
    return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}

/** The inverse of relativeTo: a path in the studio's folder. */
export function resolvedFrom(base: string, file: string): string {
    const parts = file.startsWith("/") ? [] : folderOf(base);
    for (const part of file.split("/")) {
        if (part === ".." && parts.length > 0) parts.pop();
        else if (part !== "." && part !== "") parts.push(part);
    }
    return parts.join("/");
}
