// SPDX-License-Identifier: MIT
// The entries of the DDC tables by name; those that changed are marked.
import type { TableEntry, TableList } from "../contract";
import { fillList, html, setText } from "../dom";
import { figure } from "../format";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { get } from "../port";
import type { Store } from "../store";
import { Poll } from "./poll";

const PERIOD_MS = 250;
const MARKED_FOR_MS = 1000;

export class Tables implements Panel {
    private choice = html("select", { "aria-label": "Table" });
    private search = html("input", {
        type: "search",
        placeholder: "Search entries",
        "aria-label": "Search entries",
    });
    private body = html("tbody");
    private note = html("p", { class: "muted" });
    private poll: Poll;
    private entries: TableEntry[] = [];
    private changedAt = new Map<string, { value: unknown; at_ms: number }>();

    constructor(
        private readonly store: Store,
        link: Link,
    ) {
        this.poll = new Poll(link, PERIOD_MS, () => this.request());
        this.search.addEventListener("input", () => this.show());
        this.choice.addEventListener("change", () => this.changedAt.clear());
    }

    mount(place: HTMLElement): void {
        const heads = ["Id", "Name", "Type", "Value", "Owner"].map((name) =>
            html("th", { scope: "col" }, name),
        );
        place.append(
            html("div", { class: "group" }, this.choice, this.search, this.note),
            html(
                "table",
                { class: "rows" },
                html("thead", {}, html("tr", {}, ...heads)),
                this.body,
            ),
        );
    }

    update(): void {
        // Updated with each reply.
    }

    destroy(): void {
        this.poll.stop();
    }

    private async request(): Promise<void> {
        if (this.choice.options.length === 0) await this.askTables();
        if (this.choice.value === "") return;
        this.entries = await get<TableEntry[]>(`/api/tables/${this.choice.value}`);
        this.mark(performance.now());
        this.show();
    }

    private async askTables(): Promise<void> {
        const { programs } = await get<TableList>("/api/tables");
        for (const { ref, name } of programs)
            this.choice.append(html("option", { value: ref }, `${ref}, ${name}`));
        const own = programs.find(({ vehicle }) => String(vehicle) === this.store.vehicleId);
        if (own) this.choice.value = own.ref;
    }

    private mark(now_ms: number): void {
        for (const { id, value } of this.entries) {
            const known = this.changedAt.get(id);
            if (!known) this.changedAt.set(id, { value, at_ms: -Infinity });
            else if (known.value !== value) this.changedAt.set(id, { value, at_ms: now_ms });
        }
    }

    private show(): void {
        const words = this.search.value.toLowerCase();
        const shown = this.entries.filter((entry) =>
            `${entry.name ?? ""} ${entry.id}`.toLowerCase().includes(words),
        );
        setText(this.note, `${shown.length} of ${this.entries.length} entries`);
        const now_ms = performance.now();
        fillList(
            this.body,
            shown,
            () => html("tr", {}, ...Array.from({ length: 5 }, () => html("td"))),
            (row, entry) => {
                const cells = [
                    entry.id,
                    entry.name ?? "",
                    entry.type,
                    valueText(entry.value),
                    entry.owner ?? "",
                ];
                cells.forEach((text, i) => setText(row.children[i]!, text));
                const at_ms = this.changedAt.get(entry.id)?.at_ms ?? -Infinity;
                row.classList.toggle("changed", now_ms - at_ms < MARKED_FOR_MS);
            },
        );
    }
}

function valueText(value: TableEntry["value"]): string {
    if (typeof value === "number")
        return Number.isInteger(value) ? String(value) : figure(value, 6);
    return value === null ? "–" : String(value);
}
