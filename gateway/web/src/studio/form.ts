// SPDX-License-Identifier: MIT
// A form made from a schema: titles, units, defaults, ranges, help, and errors beside the fields.
import type { Problem } from "../contract";
import { html, setAttribute, setText } from "../dom";
import type { Json } from "./contract";
import { Fields, type FieldHost, type FormEvents } from "./fields";
import { outwards, withValue, type Path } from "./path";
import { Place, type Schemas } from "./schema";

export class Form implements FieldHost {
    readonly element = html("form", { class: "form", "aria-label": "Configuration" });
    /** Disabled until the value is known: a change would replace the value of the file. */
    private all = html("fieldset", {});
    private root: Place | null = null;
    value: Json | undefined;
    private fields = new Fields(this);
    private problems: Problem[] = [];
    /** Sections that the user has opened (true) or closed. */
    private opened = new Map<string, boolean>();
    private fillers = new WeakMap<Element, () => HTMLElement[]>();

    constructor(readonly events: FormEvents) {
        this.element.append(this.all);
        this.element.addEventListener("submit", (event) => event.preventDefault());
    }

    /** Shows another file. */
    begin(schemas: Schemas, kind: string, value: Json | undefined): void {
        this.root = Place.root(schemas, kind);
        this.opened.clear();
        this.show(value);
    }

    /** Shows a new value of the same file. */
    show(value: Json | undefined): void {
        this.value = value;
        const focused = document.activeElement?.id ?? "";
        const wasInside = this.element.contains(document.activeElement);
        this.all.disabled = value === undefined;
        this.all.replaceChildren(...(this.root ? this.fields.keys(this.root, []) : []));
        this.showProblems(this.problems);
        if (wasInside && focused !== "") document.getElementById(focused)?.focus();
    }

    showProblems(problems: Problem[]): void {
        this.problems = problems;
        const messages = new Map<string, string[]>();
        for (const { key, message } of problems) {
            this.unfold(key, (section) => this.opened.get(section) !== false);
            const at = outwards(key).find((place) => this.field(place));
            if (at !== undefined) messages.set(at, [...(messages.get(at) ?? []), message]);
        }
        for (const field of this.element.querySelectorAll<HTMLElement>("[data-key]"))
            this.mark(field, messages.get(field.dataset["key"]!) ?? []);
    }

    /** Scrolls to the field of a key and focuses it; false if there is none. */
    reveal(key: string): boolean {
        this.unfold(key, () => true);
        const field = outwards(key)
            .map((place) => this.field(place))
            .find(Boolean);
        const control = field?.querySelector<HTMLElement>("input, select, summary, button");
        control?.focus();
        return control !== undefined && control !== null;
    }

    set(path: Path, value: Json | undefined, isOtherForm: boolean): void {
        this.value = withValue(this.root, this.value, path, value) ?? {};
        if (isOtherForm) this.show(this.value);
        this.events.changed(this.value);
    }

    /** Opens the sections around a key for which `may` is true. */
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

    addSection(section: HTMLDetailsElement, isSet: boolean, fill: () => HTMLElement[]): void {
        const key = section.dataset["key"]!;
        section.open = this.opened.get(key) ?? isSet;
        this.fillers.set(section, fill);
        if (section.open) this.open(section);
        section.firstElementChild!.addEventListener("click", () => {
            this.opened.set(key, !section.open);
            this.open(section);
            this.showProblems(this.problems);
        });
    }

    /** The content of a section is created when it is first opened. */
    private open(section: HTMLDetailsElement): void {
        const body = section.lastElementChild!;
        if (body.childElementCount === 0) body.append(...this.fillers.get(section)!());
    }
}
