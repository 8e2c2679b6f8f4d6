// SPDX-License-Identifier: MIT
// Histograms of execution time, latency and lateness.
import type { Histogram, Stats, VehicleStats } from "../contract";
import { html } from "../dom";
import type { Link } from "../link";
import type { Store } from "../store";
import { drawBars, microseconds } from "./bars";
import { downloadText } from "./download";
import { StatsPanel } from "./stats_panel";

const PERIOD_MS = 1000;
const SHOWN: [key: "execution_time" | "latency" | "lateness", name: string][] = [
    ["execution_time", "Execution time of the program"],
    ["latency", "Latency of a cycle"],
    ["lateness", "Lateness of cycles"],
];

export class Timing extends StatsPanel {
    private figures = html("div", { class: "figures" });
    private counts = html("p", { class: "muted" });
    private latest: Stats | null = null;

    constructor(store: Store, link: Link) {
        super(store, link, PERIOD_MS);
    }

    mount(place: HTMLElement): void {
        const save = html(
            "button",
            { type: "button", click: () => this.save() },
            "Summary so far (JSON)",
        );
        place.append(html("div", { class: "group" }, save, this.counts), this.figures);
    }

    protected show(stats: VehicleStats | undefined, all: Stats): void {
        this.latest = all;
        this.counts.textContent = stats
            ? `${stats.turns ?? 0} cycles, ${stats.failsafe_turns ?? 0} of them fail-safe`
            : "No cycle has run yet.";
        const shown = SHOWN.flatMap(([key, name]) =>
            stats?.[key]?.max ? [figureOf(name, stats[key]!)] : [],
        );
        this.figures.replaceChildren(...shown);
    }

    private save(): void {
        if (this.latest)
            downloadText("summary.json", "application/json", JSON.stringify(this.latest, null, 2));
    }
}

function figureOf(name: string, histogram: Histogram): HTMLElement {
    const { p50, p99, max, count } = histogram;
    const times = `p50 ${microseconds(p50)}, p99 ${microseconds(p99)}, max ${microseconds(max)}`;
    const words = `${times}, ${count} samples`;
    return html(
        "figure",
        {},
        html("figcaption", {}, html("strong", {}, name), html("span", {}, words)),
        drawBars(name, histogram),
    );
}
