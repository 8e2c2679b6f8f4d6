// SPDX-License-Identifier: MIT
// The control of one value: a text field, a choice, or a choice of files.
import { html } from "../dom";
import type { Json } from "./contract";
import type { Schema } from "./schema";

/** A file to choose, by the name that the configuration uses. */
export interface FileChoice {
    name: string;
}

export interface FieldActions {
    set(value: Json | undefined, isChoice: boolean): void;
    open(kind: string, file: string | undefined): void;
}

export interface Files {
    files(endings: readonly string[], kind: string | undefined): FileChoice[];
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

/** The elements of a field; the first one has the id. */
export function makeControl(
    schema: Schema,
    id: string,
    value: Json | undefined,
    files: Files,
    actions: FieldActions,
): HTMLElement[] {
    if (schema["x-reads"]) return fileControl(schema, id, value, files, actions);
    const choices = schema.enum ?? (schema.type === "boolean" ? [true, false] : null);
    if (choices) return [choice(schema, id, value, choices, actions)];
    return [text(schema, id, value, actions)];
}

function described(id: string): Record<string, string> {
    return { id, "aria-describedby": `${id}-help ${id}-problem` };
}

function asText(value: Json | undefined): string {
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value of a typed text: undefined, a number if the schema accepts one, or the text. */
export function readWords(words: string, schema: Schema): Json | undefined {
    const trimmed = words.trim();
    if (trimmed === "") return undefined;
    const types = [schema.type ?? schema.oneOf?.map(({ type }) => type)].flat(2);
    const mayBeNumber = types.includes("number") || types.includes("integer");
    // A number that a double cannot represent stays text.
    const isExact = Math.abs(Number(trimmed)) <= Number.MAX_SAFE_INTEGER;
    return mayBeNumber && NUMBER.test(trimmed) && isExact ? Number(trimmed) : words;
}

function text(
    schema: Schema,
    id: string,
    value: Json | undefined,
    actions: FieldActions,
): HTMLElement {
    const input = html("input", { ...described(id), autocomplete: "off", spellcheck: "false" });
    input.value = asText(value);
    if (schema.default !== undefined) input.placeholder = asText(schema.default);
    if (schema["x-unit"]) input.classList.add("number");
    input.addEventListener("input", () => actions.set(readWords(input.value, schema), false));
    return input;
}

const WORDS = new Map<Json, string>([
    [true, "yes"],
    [false, "no"],
]);

function choice(
    schema: Schema,
    id: string,
    value: Json | undefined,
    choices: Json[],
    actions: FieldActions,
): HTMLElement {
    const words = (item: Json): string => WORDS.get(item) ?? asText(item);
    const { default: usual } = schema;
    const select = html("select", described(id));
    const nothing = usual === undefined ? "not set" : `${words(usual)} (default)`;
    select.append(html("option", { value: "" }, nothing));
    // A value of the file is shown even if it is invalid.
    const isOdd = value !== undefined && !choices.includes(value);
    const all = isOdd ? [...choices, value] : choices;
    all.forEach((item, i) => select.append(html("option", { value: i }, words(item))));
    select.value = value === undefined ? "" : String(all.indexOf(value));
    select.addEventListener("change", () =>
        actions.set(select.value === "" ? undefined : all[Number(select.value)], true),
    );
    return select;
}

function fileControl(
    schema: Schema,
    id: string,
    value: Json | undefined,
    files: Files,
    actions: FieldActions,
): HTMLElement[] {
    const kind = schema["x-schema"]?.replace(/\.schema\.json$/, "");
    const names = files.files(schema["x-reads"]!, kind).map(({ name }) => name);
    if (typeof value === "string" && !names.includes(value)) names.unshift(value);
    const select = html("select", described(id));
    select.append(html("option", { value: "" }, "none"));
    for (const name of names) select.append(html("option", { value: name }, name));
    select.value = asText(value);
    select.addEventListener("change", () =>
        actions.set(select.value === "" ? undefined : select.value, true),
    );
    if (!kind) return [select];
    const file = typeof value === "string" ? value : undefined;
    const isYaml = file === undefined || /\.ya?ml$/.test(file);
    const edit = html("button", {
        type: "button",
        id: `${id}-edit`,
        "aria-label": `${file === undefined ? "New" : "Edit"}: ${schema.title ?? "file"}`,
        click: () => actions.open(kind, file),
    });
    edit.textContent = file === undefined ? "New" : "Edit";
    edit.disabled = !isYaml;
    return [select, edit];
}
