// SPDX-License-Identifier: MIT
// The last CMD and STATE packet, field by field.
import type { Stats } from "../contract";
import { html } from "../dom";
import { figure } from "../format";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { get } from "../port";
import type { Store } from "../store";
import { Poll } from "./poll";

const PERIOD_MS = 250;

export class Packets implements Panel {
    private body = html("div", { class: "figures" });
    private poll: Poll;

    constructor(
        private readonly store: Store,
        link: Link,
    ) {
        this.poll = new Poll(link.polls, PERIOD_MS, () => this.ask());
    }

    mount(place: HTMLElement): void {
        place.append(this.body);
    }

    update(): void {
        // Comes with the answers.
    }

    destroy(): void {
        this.poll.stop();
    }

    private async ask(): Promise<void> {
        const { vehicles } = await get<Stats>("/api/stats");
        const packets = vehicles.find(
            (vehicle) => String(vehicle.id) === this.store.vehicleId,
        )?.packets;
        const shown = [
            packets?.cmd ? fieldsOf("Last CMD", packets.cmd) : null,
            packets?.state ? fieldsOf("Last STATE", packets.state) : null,
        ].filter((part) => part !== null);
        const nothing = html("p", {}, "The gateway tells of no VDS1 packets of this vehicle.");
        this.body.replaceChildren(...(shown.length ? shown : [nothing]));
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
