// SPDX-License-Identifier: MIT
// Selects signals by a search in all recorded signals.
import type { VehicleConfig } from "../contract";
import { fillList, html, setAttribute, setText } from "../dom";
import { signalColour, signalInfo } from "../signals";

/** Where signals are selected from; the store of a run is one. */
export interface SignalSource {
    readonly recording: { readonly names: string[] };
    readonly view: { readonly signals: string[] };
    readonly vehicle: VehicleConfig | undefined;
    show(change: { signals: string[] }): void;
}

const MOST_SHOWN = 60;

/** Signals whose name or meaning contains every word; first those whose name begins with it. */
export function findSignals(
    names: readonly string[],
    search: string,
    meaning: (name: string) => string,
): string[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (name: string): boolean => {
        const text = `${name} ${meaning(name)}`.toLowerCase();
        return words.every((word) => text.includes(word));
    };
    const late = (name: string): number =>
        words[0] && name.toLowerCase().startsWith(words[0]) ? 0 : 1;
    return names
        .filter(fits)
        .sort((a, b) => late(a) - late(b) || a.localeCompare(b, "en", { numeric: true }));
}

export class SignalPicker {
    private input = html("input", {
        type: "search",
        id: "signal-search",
        placeholder: "Search signals",
        autocomplete: "off",
        role: "combobox",
        "aria-label": "Search signals",
        "aria-expanded": "false",
        "aria-controls": "signal-list",
    });
    private list = html("ul", {
        class: "found",
        id: "signal-list",
        role: "listbox",
        "aria-label": "Signals",
        hidden: true,
    });
    private chosen = html("ul", { class: "chosen", "aria-label": "Chosen signals" });
    private found: string[] = [];
    private at = 0;

    constructor(private readonly store: SignalSource) {
        this.input.addEventListener("input", () => this.search());
        this.input.addEventListener("focus", () => this.search());
        this.input.addEventListener("keydown", (event) => this.key(event));
        this.input.addEventListener("blur", () => this.open(false));
    }

    mount(place: HTMLElement): void {
        place.append(html("div", { class: "picker" }, this.input, this.list), this.chosen);
    }

    focus(): void {
        this.input.focus();
    }

    update(fresh: boolean): void {
        if (!fresh) return;
        fillList(
            this.chosen,
            this.store.view.signals,
            () => this.makeChip(),
            (chip, name) => this.fillChip(chip, name),
        );
    }

    private makeChip(): HTMLLIElement {
        const button = html(
            "button",
            { type: "button" },
            html("span", { class: "swatch" }),
            html("span"),
            " ×",
        );
        button.addEventListener("click", () => this.toggle(button.dataset["signal"]!));
        return html("li", {}, button);
    }

    private fillChip(chip: HTMLLIElement, name: string): void {
        const button = chip.firstElementChild as HTMLButtonElement;
        const { unit, meaning } = signalInfo(name, this.store.vehicle);
        setAttribute(button, "data-signal", name);
        setAttribute(button, "aria-label", `Remove ${name}`);
        setAttribute(button, "title", `${meaning || name}${unit ? ` in ${unit}` : ""}`);
        const colour = signalColour(name, this.store.view.signals);
        (button.children[0] as HTMLElement).style.background = colour;
        setText(button.children[1]!, name);
    }

    private search(): void {
        const meaning = (name: string): string => signalInfo(name, this.store.vehicle).meaning;
        this.found = findSignals(this.store.recording.names, this.input.value, meaning).slice(
            0,
            MOST_SHOWN,
        );
        this.at = 0;
        this.open(true);
    }

    private open(open: boolean): void {
        this.list.hidden = !open;
        setAttribute(this.input, "aria-expanded", String(open));
        if (open) this.fill();
    }

    private fill(): void {
        fillList(
            this.list,
            this.found,
            () => {
                const item = html(
                    "li",
                    { role: "option" },
                    html("span"),
                    html("span", { class: "muted" }),
                );
                // Called before the field loses the focus, which closes the list.
                item.addEventListener("pointerdown", (event) => {
                    event.preventDefault();
                    this.toggle(item.dataset["signal"]!);
                });
                return item;
            },
            (item, name, index) => {
                const { unit, meaning } = signalInfo(name, this.store.vehicle);
                const taken = this.store.view.signals.includes(name);
                setAttribute(item, "data-signal", name);
                setAttribute(item, "id", `signal-${index}`);
                setAttribute(item, "aria-selected", String(taken));
                item.classList.toggle("at", index === this.at);
                setText(item.children[0]!, `${taken ? "✓ " : ""}${name}`);
                setText(item.children[1]!, [unit, meaning].filter(Boolean).join(", "));
            },
        );
        setAttribute(
            this.input,
            "aria-activedescendant",
            this.found.length ? `signal-${this.at}` : "",
        );
        this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
    }

    private key(event: KeyboardEvent): void {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && this.found.length > 0) {
            this.at = (this.at + step + this.found.length) % this.found.length;
            this.fill();
        } else if (event.key === "Enter" && this.found[this.at]) {
            this.toggle(this.found[this.at]!);
        } else if (event.key === "Escape") {
            this.input.blur();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    private toggle(name: string): void {
        const { signals } = this.store.view;
        const taken = signals.includes(name);
        this.store.show({
            signals: taken ? signals.filter((other) => other !== name) : [...signals, name],
        });
        if (!this.list.hidden) this.fill();
    }
}
