// SPDX-License-Identifier: MIT
// The summary of one run, or of two side by side, as rows.
import { html } from "../dom";
import { figure } from "../format";
import type { Json } from "./contract";
import { isObject } from "./schema";

/** Names as in `ddc-gateway compare`: vehicle.x_m, programs[0].cycles */
export function flatten(value: Json, name = ""): Map<string, Json> {
    const found = new Map<string, Json>();
    const add = (key: string, item: Json): void =>
        flatten(item, key).forEach((leaf, path) => found.set(path, leaf));
    if (Array.isArray(value)) value.forEach((item, i) => add(`${name}[${i}]`, item));
    else if (isObject(value))
        for (const [key, item] of Object.entries(value)) add(name ? `${name}.${key}` : key, item);
    else found.set(name, value);
    return found;
}

function textOf(value: Json | undefined): string {
    if (typeof value === "number")
        return Number.isInteger(value) ? String(value) : figure(value, 4);
    return value === undefined || value === null ? "–" : String(value);
}

/** @param columns headings of the columns of values */
export function summaryTable(one: Json, other: Json, columns: string[]): HTMLElement {
    const [first, second] = [flatten(one), flatten(other)];
    const names = [...new Set([...first.keys(), ...second.keys()])].filter(Boolean);
    const isTwo = columns.length > 1;
    const rows = names.map((name) => {
        const cells = [first.get(name), ...(isTwo ? [second.get(name)] : [])].map(textOf);
        const differs = isTwo && cells[0] !== cells[1];
        return html(
            "tr",
            differs ? { class: "differs" } : {},
            html("th", { scope: "row" }, name),
            ...cells.map((text) => html("td", {}, text)),
        );
    });
    const heads = ["Key", ...columns].map((name) => html("th", { scope: "col" }, name));
    return html(
        "table",
        { class: "rows summary" },
        html("thead", {}, html("tr", {}, ...heads)),
        html("tbody", {}, ...rows),
    );
}
