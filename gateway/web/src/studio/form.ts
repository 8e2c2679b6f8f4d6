// SPDX-License-Identifier: MIT
// A form made from a schema: titles, units, defaults, ranges and help, and problems beside fields.
import type { Problem } from "../contract";
import { html, setAttribute, setText } from "../dom";
import type { Json } from "./contract";
import { makeControl, type FileChoice } from "./controls";
import { outwards, pathText, valueAt, withValue, type Path } from "./path";
import { isObject, Place, type Schema, type Schemas } from "./schema";

export interface FormEvents {
    /** The value is another one, by a hand. */
    changed(value: Json): void;
    files(endings: readonly string[], kind: string | undefined): FileChoice[];
    /** The file that a field names shall be edited. */
    openFile(path: Path, kind: string, file: string | undefined): void;
}

export class Form {
    readonly element = html("form", { class: "form", "aria-label": "Configuration" });
    private root: Place | null = null;
    private value: Json | undefined;
    private problems: Problem[] = [];
    /** Sections that a hand has opened or closed. */
    private opened = new Map<string, boolean>();
    private fillers = new WeakMap<Element, () => HTMLElement[]>();

    constructor(private readonly events: FormEvents) {
        this.element.addEventListener("submit", (event) => event.preventDefault());
    }

    /** Another file. */
    begin(schemas: Schemas, kind: string, value: Json | undefined): void {
        this.root = Place.root(schemas, kind);
        this.opened.clear();
        this.show(value);
    }

    /** The same file, changed elsewhere. */
    show(value: Json | undefined): void {
        this.value = value;
        const focused = document.activeElement?.id ?? "";
        const wasInside = this.element.contains(document.activeElement);
        this.element.replaceChildren(...(this.root ? this.keys(this.root, []) : []));
        this.showProblems(this.problems);
        if (wasInside && focused !== "") document.getElementById(focused)?.focus();
    }

    showProblems(problems: Problem[]): void {
        this.problems = problems;
        const told = new Map<string, string[]>();
        for (const { key, message, file } of problems) {
            if (file) continue;
            this.unfold(key, (section) => this.opened.get(section) !== false);
            const at = outwards(key).find((place) => this.field(place));
            if (at !== undefined) told.set(at, [...(told.get(at) ?? []), message]);
        }
        for (const field of this.element.querySelectorAll<HTMLElement>("[data-key]"))
            this.mark(field, told.get(field.dataset["key"]!) ?? []);
    }

    /** Brings the field of a key into sight; false: there is none. */
    reveal(key: string): boolean {
        this.unfold(key, () => true);
        const field = outwards(key)
            .map((place) => this.field(place))
            .find(Boolean);
        const control = field?.querySelector<HTMLElement>("input, select, summary, button");
        control?.focus();
        return control !== undefined && control !== null;
    }

    /** Sets a value as a hand would. */
    set(path: Path, value: Json | undefined, isOtherForm: boolean): void {
        this.value = withValue(this.root, this.value, path, value) ?? {};
        if (isOtherForm) this.show(this.value);
        this.events.changed(this.value);
    }

    /** Opens the sections around a key, those that may be. */
    private unfold(key: string, may: (section: string) => boolean): void {
        for (const place of outwards(key).reverse()) {
            const section = this.field(place);
            if (!(section instanceof HTMLDetailsElement) || section.open || !may(place)) continue;
            this.opened.set(place, true);
            this.open(section);
            section.open = true;
        }
    }

    private field(key: string): HTMLElement | null {
        return this.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    }

    private mark(field: HTMLElement, messages: string[]): void {
        const place = field.querySelector(":scope > .problem, :scope > .body > .problem");
        const control = field.querySelector(":scope > .control input, :scope > .control select");
        if (control) setAttribute(control, "aria-invalid", String(messages.length > 0));
        field.classList.toggle("wrong", messages.length > 0);
        if (!place) return;
        setText(place, messages.join(". "));
        (place as HTMLElement).hidden = messages.length === 0;
    }

    private keys(place: Place, path: Path): HTMLElement[] {
        const value = valueAt(this.value, path);
        return place
            .keysOf(value)
            .map((key) => this.entry(place.property(key, value)!, [...path, key]));
    }

    /** One key: a field, or a section of fields. */
    private entry(place: Place, path: Path): HTMLElement {
        const { schema } = place;
        const among = place.alternatives(valueAt(this.value, path));
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
        const control = makeControl(schema, id, valueAt(this.value, path), this.events, {
            // Other choices may bring other fields; text that is typed never does.
            set: (value, isChoice) => this.set(path, value, isChoice),
            open: (kind, file) => this.events.openFile(path, kind, file),
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
        const value = valueAt(this.value, path);
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
        section.open = this.opened.get(key) ?? isSet;
        this.fillers.set(section, () => this.fill(place, path));
        if (section.open) this.open(section);
        section.firstElementChild!.addEventListener("click", () => {
            this.opened.set(key, !section.open);
            this.open(section);
            this.showProblems(this.problems);
        });
        return section;
    }

    /** What a closed section holds is made when it is opened. */
    private open(section: HTMLDetailsElement): void {
        const body = section.lastElementChild!;
        if (body.childElementCount === 0) body.append(...this.fillers.get(section)!());
    }

    private fill(place: Place, path: Path): HTMLElement[] {
        const value = valueAt(this.value, path);
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

    /** Some sections act by being there, even when they are empty. */
    private presence(place: Place, path: Path, value: Json | undefined): HTMLElement[] {
        const title = place.schema.title ?? String(path.at(-1));
        const set = (next: Json | undefined) => () => this.set(path, next, true);
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
            this.set(path, startOf(among[Number(select.value)]!), true),
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
            this.set([...path, items.length], item ? startOf(item) : "", true),
        );
        return [...made, add];
    }

    private item(place: Place, path: Path, name: string): HTMLElement {
        const remove = this.button(`Remove ${name}`, path, "remove", () =>
            this.set(path, undefined, true),
        );
        const value = valueAt(this.value, path);
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

    /** Entries by names that the person gives. */
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
            if (input.value !== "" && below) this.set([...path, input.value], startOf(below), true);
        });
        return [...made, html("div", { class: "control" }, input, add)];
    }
}

/** A new value of a kind: what tells the kinds apart is there. */
function startOf(place: Place): Json {
    const among = place.alternatives(undefined);
    const first = among[0];
    if (first && among.some(({ schema }) => schema.type === "object")) return startOf(first);
    const { schema } = place;
    if (schema.type === "array") return [];
    if (schema.type !== "object") return schema.default ?? (schema.enum?.[0] as Json) ?? "";
    const made: { [key: string]: Json } = {};
    for (const key of schema.required ?? []) {
        const below = place.property(key, made);
        const { const: only, type }: Schema = below?.schema ?? {};
        if (only !== undefined) made[key] = only;
        else if (type === "object") made[key] = {};
        else if (type === "array") made[key] = [];
    }
    return made;
}

function helpOf({ schema }: Place): string {
    const { minimum, maximum, exclusiveMinimum, "x-unit": unit = "" } = schema;
    const words = [schema.description ?? ""];
    const low = minimum ?? exclusiveMinimum;
    // A limit that a double cannot hold would be shown wrong.
    const isKnown = low !== undefined && maximum !== undefined && maximum <= 2 ** 53;
    if (isKnown) words.push(`${low} to ${maximum}${unit ? `\u2009${unit}` : ""}.`);
    if (schema.default !== undefined) words.push(`Default: ${String(schema.default)}.`);
    return words.filter(Boolean).join(" ");
}
