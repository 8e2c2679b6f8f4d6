// SPDX-License-Identifier: MIT
// Where the cycle's time goes: histograms of the program's time, the answer's and the lateness.
import type { Histogram, Stats } from "../contract";
import { html } from "../dom";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { get } from "../port";
import type { Store } from "../store";
import { drawBars, microseconds } from "./bars";
import { downloadText } from "./download";
import { Poll } from "./poll";

const PERIOD_MS = 1000;
const SHOWN: [key: "execution_time" | "latency" | "lateness", name: string][] = [
    ["execution_time", "Execution time of the program"],
    ["latency", "Latency of a cycle"],
    ["lateness", "Lateness of the clock's turns"],
];

export class Timing implements Panel {
    private figures = html("div", { class: "figures" });
    private counts = html("p", { class: "muted" });
    private latest: Stats | null = null;
    private poll: Poll;

    constructor(
        private readonly store: Store,
        link: Link,
    ) {
        this.poll = new Poll(link.polls, PERIOD_MS, () => this.ask());
    }

    mount(place: HTMLElement): void {
        const save = html(
            "button",
            { type: "button", click: () => this.save() },
            "Summary so far (JSON)",
        );
        place.append(html("div", { class: "group" }, save, this.counts), this.figures);
    }

    update(): void {
        // Comes with the answers.
    }

    destroy(): void {
        this.poll.stop();
    }

    private async ask(): Promise<void> {
        this.latest = await get<Stats>("/api/stats");
        const stats = this.latest.vehicles.find(
            (vehicle) => String(vehicle.id) === this.store.vehicleId,
        );
        this.counts.textContent = stats
            ? `${stats.turns ?? 0} turns, ${stats.failsafe_turns ?? 0} of them fail-safe`
            : "No turn was taken yet.";
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
    const words = `${times}, of ${count}`;
    return html(
        "figure",
        {},
        html("figcaption", {}, html("strong", {}, name), html("span", {}, words)),
        drawBars(name, histogram),
    );
}
