// SPDX-License-Identifier: MIT
// The last CMD and STATE packet, field by field.
import type { VehicleStats } from "../contract";
import { html } from "../dom";
import { figure } from "../format";
import type { Link } from "../link";
import type { Store } from "../store";
import { StatsPanel } from "./stats_panel";

const PERIOD_MS = 250;

export class Packets extends StatsPanel {
    private body = html("div", { class: "figures" });

    constructor(store: Store, link: Link) {
        super(store, link, PERIOD_MS);
    }

    mount(place: HTMLElement): void {
        place.append(this.body);
    }

    protected show(vehicle: VehicleStats | undefined): void {
        const packets = vehicle?.packets;
        const shown = [
            packets?.cmd ? fieldsOf("Last CMD", packets.cmd) : null,
            packets?.state ? fieldsOf("Last STATE", packets.state) : null,
        ].filter((part) => part !== null);
        const words = "No VDS1 packets (this vehicle is simulated in the gateway).";
        this.body.replaceChildren(...(shown.length ? shown : [html("p", {}, words)]));
    }
}

function fieldsOf(title: string, fields: Record<string, unknown>): HTMLElement {
    const rows = Object.entries(fields).map(([name, value]) =>
        html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, textOf(value))),
    );
    return html(
        "section",
        {},
        html("h3", {}, title),
        html("table", { class: "rows" }, html("tbody", {}, ...rows)),
    );
}

function textOf(value: unknown): string {
    if (typeof value === "number")
        return Number.isInteger(value) ? String(value) : figure(value, 6);
    if (Array.isArray(value)) return value.map(textOf).join("  ");
    return value === null ? "–" : String(value);
}
