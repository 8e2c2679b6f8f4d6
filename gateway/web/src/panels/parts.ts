// SPDX-License-Identifier: MIT
// One row per program, peer, vehicle and filter: light, status, one figure. A click selects it.
import type { Part } from "../contract";
import { fillList, html, setAttribute, setText } from "../dom";
import { duration, figure, withUnit } from "../format";
import { makeLight, setLight } from "../light";
import type { Link } from "../link";
import type { Panel } from "../panel";
import type { Store } from "../store";

const PERIOD_MS = 100;
/** Shorter ages are normal and are not shown. */
const SHORTEST_SHOWN_AGE_S = 0.2;

const KINDS: Record<Part["kind"], string> = {
    program: "program",
    peer: "remote",
    vehicle: "vehicle",
    filter: "filter",
};

export class Parts implements Panel {
    private list = html("ul", { class: "parts" });
    private nothing = html("p", { class: "muted" }, "Waiting for the first state.");
    private next_ms = 0;

    constructor(
        private readonly store: Store,
        private readonly link: Link,
    ) {}

    mount(place: HTMLElement): void {
        place.append(html("h2", {}, "Parts"), this.list, this.nothing);
    }

    update(now_ms: number): void {
        if (now_ms < this.next_ms) return;
        this.next_ms = now_ms + PERIOD_MS;
        const lost = this.store.lostFor_s(now_ms) !== null;
        this.nothing.hidden = this.store.parts.length > 0;
        fillList(
            this.list,
            this.store.parts,
            () => this.makeRow(),
            (row, part) => this.fillRow(row, part, lost),
        );
    }

    destroy(): void {
        this.list.replaceChildren();
    }

    private makeRow(): HTMLLIElement {
        const button = html(
            "button",
            { type: "button", class: "part" },
            makeLight(),
            html("span", { class: "part-name" }),
            html("span", { class: "part-figure" }),
            html("span", { class: "part-words" }),
        );
        button.addEventListener("click", () => this.choose(button.dataset["part"]!));
        return html("li", {}, button);
    }

    private fillRow(row: HTMLLIElement, part: Part, lost: boolean): void {
        const button = row.firstElementChild as HTMLButtonElement;
        const [light, name, value, words] = [...button.children] as [
            SVGSVGElement,
            Element,
            Element,
            Element,
        ];
        setAttribute(button, "data-part", part.name);
        setAttribute(button, "data-kind", part.kind);
        setAttribute(button, "aria-pressed", String(this.store.selectedPart === part.name));
        setLight(light, lost ? "grey" : part.light, lost ? "unknown" : part.light);
        setText(name, part.name);
        setText(value, part.figure && !lost ? figureText(part.figure) : "");
        setAttribute(value, "title", part.figure?.name ?? "");
        const kind = KINDS[part.kind] ?? part.kind;
        setText(words, `${kind}: ${lost ? "unknown" : this.status(part)}`);
    }

    private status(part: Part): string {
        const isOld =
            part.light === "red" && part.age_s !== null && part.age_s >= SHORTEST_SHOWN_AGE_S;
        // The status may contain the age already.
        return isOld && !/\d/.test(part.words)
            ? `${part.words} for ${duration(part.age_s)}`
            : part.words;
    }

    private choose(name: string): void {
        this.store.selectedPart = this.store.selectedPart === name ? null : name;
        const vehicle = this.store.vehicles.find((vehicle) => vehicle.name === name);
        if (vehicle) this.link.chooseVehicle(String(vehicle.id));
        this.store.changed();
    }
}

/** Counts in full with their name, other values with three digits. */
function figureText({ name, value, unit }: NonNullable<Part["figure"]>): string {
    const isCount = unit === "1" && value !== null && Number.isInteger(value);
    if (isCount) return withUnit(String(value), name);
    return withUnit(figure(value), unit.replace(/^1\//, "/"));
}
