// SPDX-License-Identifier: MIT
// Filters and safety rules: which triggered, how often and when.
import type { VehicleStats } from "../contract";
import { html } from "../dom";
import { figure, withUnit } from "../format";
import type { Link } from "../link";
import type { Store } from "../store";
import { StatsPanel } from "./stats_panel";

const PERIOD_MS = 500;

export class Safety extends StatsPanel {
    private body = html("div", { class: "figures" });

    constructor(store: Store, link: Link) {
        super(store, link, PERIOD_MS);
    }

    mount(place: HTMLElement): void {
        place.append(this.body);
    }

    protected show(stats: VehicleStats | undefined): void {
        this.body.replaceChildren(...(stats ? [this.rules(stats), this.filters(stats)] : []));
    }

    private rules(stats: VehicleStats): HTMLElement {
        const time = (value: number): string => withUnit(figure(value, 4), "s");
        const rows = (stats.rules ?? [])
            .filter((rule) => rule.count > 0)
            .map((rule) => [rule.name, String(rule.count), time(rule.first_s), time(rule.last_s)]);
        return this.table(
            "Safety rules",
            ["Rule", "Count", "First", "Last"],
            rows,
            stats.safety ? "None triggered." : "Not configured in this run.",
        );
    }

    private filters(stats: VehicleStats): HTMLElement {
        const rows = (stats.filters ?? []).map((filter) => [
            filter.name,
            String(filter.changed),
            String(filter.refused),
            String(filter.withheld ?? 0),
            filter.last_reason,
        ]);
        const heads = ["Filter", "Changed", "Refused", "Withheld", "Last reason"];
        return this.table("Filters", heads, rows, "None configured in this run.");
    }

    private table(title: string, heads: string[], rows: string[][], none: string): HTMLElement {
        if (rows.length === 0)
            return html("section", {}, html("h3", {}, title), html("p", {}, none));
        const head = html("tr", {}, ...heads.map((name) => html("th", { scope: "col" }, name)));
        const body = rows.map((cells) => {
            const row = html("tr", {}, ...cells.map((text) => html("td", {}, text)));
            row.classList.toggle("chosen", this.store.selectedPart === cells[0]);
            return row;
        });
        const table = html(
            "table",
            { class: "rows" },
            html("thead", {}, head),
            html("tbody", {}, ...body),
        );
        return html("section", {}, html("h3", {}, title), table);
    }
}
