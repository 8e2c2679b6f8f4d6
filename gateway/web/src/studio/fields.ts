// SPDX-License-Identifier: MIT
// The elements of a form: a field or a section for each place of a schema.
import { html } from "../dom";
import type { Json } from "./contract";
import { makeControl, type FileChoice } from "./controls";
import { pathText, valueAt, type Path } from "./path";
import { defaultsOf, isObject, type Place } from "./schema";

export interface FormEvents {
    /** Called when the user has changed the value. */
    changed(value: Json): void;
    files(endings: readonly string[], kind: string | undefined): FileChoice[];
    /** Called to edit the file that a field names. */
    openFile(path: Path, kind: string, file: string | undefined): void;
}

/** The form that contains the fields. */
export interface FieldHost {
    readonly value: Json | undefined;
    readonly events: FormEvents;
    /** Sets a value as if the user had entered it. */
    set(path: Path, value: Json | undefined, isOtherForm: boolean): void;
    /** Opens a section if the user has or `isSet`; creates its content when it is opened. */
    addSection(section: HTMLDetailsElement, isSet: boolean, fill: () => HTMLElement[]): void;
}

export class Fields {
    constructor(private readonly form: FieldHost) {}

    /** Elements for all keys that a value may have at a place. */
    keys(place: Place, path: Path): HTMLElement[] {
        const value = valueAt(this.form.value, path);
        return place
            .keysOf(value)
            .map((key) => this.entry(place.property(key, value)!, [...path, key]));
    }

    /** One key: a field, or a section of fields. */
    private entry(place: Place, path: Path): HTMLElement {
        const { schema } = place;
        const among = place.alternatives(valueAt(this.form.value, path));
        const isChoice = among.some((alternative) => alternative.schema.type === "object");
        if (isChoice || schema.type === "object" || schema.type === "array")
            return this.section(place, path);
        if (schema.const !== undefined) return html("span", { hidden: true });
        return this.row(place, path);
    }

    private row(place: Place, path: Path, name = String(path.at(-1))): HTMLElement {
        const { schema } = place;
        const key = pathText(path);
        const id = `field-${key}`;
        const control = makeControl(schema, id, valueAt(this.form.value, path), this.form.events, {
            // A choice may change which fields there are; typed text does not.
            set: (value, isChoice) => this.form.set(path, value, isChoice),
            open: (kind, file) => this.form.events.openFile(path, kind, file),
        });
        const unit = schema["x-unit"] ?? "";
        const title = schema.title ?? name;
        return html(
            "div",
            { class: "field", "data-key": key },
            html(
                "label",
                { for: id },
                title,
                unit === "" ? null : html("span", { class: "muted" }, ` ${unit}`),
            ),
            html("div", { class: "control" }, ...control),
            html("p", { class: "help muted", id: `${id}-help` }, helpOf(place)),
            html("p", { class: "problem", id: `${id}-problem`, hidden: true }),
        );
    }

    private section(place: Place, path: Path): HTMLElement {
        const key = pathText(path);
        const value = valueAt(this.form.value, path);
        const body = html("div", { class: "body" });
        const isSet = value !== undefined;
        const title = place.schema.title ?? String(path.at(-1));
        const state = html("span", { class: "muted" }, isSet ? "" : "not set");
        const section = html(
            "details",
            { class: "section", "data-key": key },
            html("summary", {}, html("span", { class: "section-name" }, title), " ", state),
            body,
        );
        this.form.addSection(section, isSet, () => this.fill(place, path));
        return section;
    }

    private fill(place: Place, path: Path): HTMLElement[] {
        const value = valueAt(this.form.value, path);
        const problem = html("p", { class: "problem", hidden: true });
        const help = html("p", { class: "help muted" }, place.schema.description ?? "");
        const presence = this.presence(place, path, value);
        return [help, problem, ...this.contents(place, path, value), ...presence];
    }

    private contents(place: Place, path: Path, value: Json | undefined): HTMLElement[] {
        const among = place.alternatives(value);
        if (among.length > 0) return this.choice(place, among, path, value);
        if (place.schema.type === "array") return this.list(place, path, value);
        if (typeof place.schema.additionalProperties === "object")
            return this.map(place, path, value);
        return this.keys(place, path);
    }

    /** Some sections have an effect even when they are empty. */
    private presence(place: Place, path: Path, value: Json | undefined): HTMLElement[] {
        const title = place.schema.title ?? String(path.at(-1));
        const set = (next: Json | undefined) => () => this.form.set(path, next, true);
        if (value !== undefined)
            return [this.button(`Remove ${title}`, path, "remove", set(undefined))];
        if (place.schema.type !== "object") return [];
        return [this.button(`Add ${title}`, path, "remove", set({}))];
    }

    private button(label: string, path: Path, id: string, click: () => void): HTMLElement {
        const name = `${id}-${pathText(path)}`;
        return html("button", { type: "button", class: "small", id: name, click }, label);
    }

    private choice(
        place: Place,
        among: Place[],
        path: Path,
        value: Json | undefined,
    ): HTMLElement[] {
        const chosen = place.alternativeOf(value, among);
        const id = `choice-${pathText(path)}`;
        const select = html("select", {
            id,
            "aria-label": `Kind of ${place.schema.title ?? "item"}`,
        });
        among.forEach(({ schema }, i) =>
            select.append(html("option", { value: i }, schema.title ?? String(i))),
        );
        select.value = String(among.indexOf(chosen!));
        select.addEventListener("change", () =>
            this.form.set(path, newItem(among[Number(select.value)]!), true),
        );
        return [
            html("div", { class: "control" }, select),
            ...(chosen ? this.contents(chosen, path, value) : []),
        ];
    }

    private list(place: Place, path: Path, value: Json | undefined): HTMLElement[] {
        const items = Array.isArray(value) ? value : [];
        const made = items.flatMap((_, i) => {
            const item = place.item(value);
            if (!item) return [];
            return [this.item(item, [...path, i], `${item.schema.title ?? "Item"} ${i + 1}`)];
        });
        const item = place.item(value);
        const add = this.button(`Add ${item?.schema.title ?? "an item"}`, path, "add", () =>
            this.form.set([...path, items.length], item ? newItem(item) : "", true),
        );
        return [...made, add];
    }

    private item(place: Place, path: Path, name: string): HTMLElement {
        const remove = this.button(`Remove ${name}`, path, "remove", () =>
            this.form.set(path, undefined, true),
        );
        const value = valueAt(this.form.value, path);
        const isSmall = place.schema.type !== "object" && place.alternatives(value).length === 0;
        if (isSmall)
            return html("div", { class: "small-item" }, this.row(place, path, name), remove);
        return html(
            "fieldset",
            { class: "item", "data-key": pathText(path) },
            html("legend", {}, name),
            html("p", { class: "problem", hidden: true }),
            ...this.contents(place, path, value),
            remove,
        );
    }

    /** Entries with names that the user enters. */
    private map(place: Place, path: Path, value: Json | undefined): HTMLElement[] {
        const names = isObject(value) ? Object.keys(value) : [];
        const made = names.map((name) =>
            this.item(place.property(name, value)!, [...path, name], name),
        );
        const id = `name-${pathText(path)}`;
        const input = html("input", {
            id,
            "aria-label": "Name of a new entry",
            autocomplete: "off",
        });
        const add = this.button("Add", path, "add", () => {
            const below = place.property(input.value, value);
            if (input.value !== "" && below)
                this.form.set([...path, input.value], newItem(below), true);
        });
        return [...made, html("div", { class: "control" }, input, add)];
    }
}

/** Initial value of a new entry. */
function newItem(place: Place): Json {
    return defaultsOf(place) ?? place.schema.enum?.[0] ?? "";
}

function helpOf({ schema }: Place): string {
    const { minimum, maximum, exclusiveMinimum, "x-unit": unit = "" } = schema;
    const words = [schema.description ?? ""];
    const low = minimum ?? exclusiveMinimum;
    // A limit that a double cannot represent would be displayed wrong.
    const isKnown = low !== undefined && maximum !== undefined && maximum <= 2 ** 53;
    if (isKnown) words.push(`${low} to ${maximum}${unit ? `\u202f${unit}` : ""}.`);
    if (schema.default !== undefined) words.push(`Default: ${String(schema.default)}.`);
    return words.filter(Boolean).join(" ");
}
