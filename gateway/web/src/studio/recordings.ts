// SPDX-License-Identifier: MIT
// Shows one or two recordings from the user's disk. They are not uploaded.
import { html } from "../dom";
import type { Panel } from "../panel";
import { Notice } from "./notice";
import type { StudioLink } from "./studio_link";
import { readTraceText } from "./trace";
import { TraceCharts } from "./trace_charts";

export class Recordings implements Panel {
    private input = html("input", {
        type: "file",
        id: "recording",
        accept: ".csv,text/csv",
        multiple: true,
        "aria-label": "Recordings (CSV), one or two",
    });
    private notice = new Notice();
    private charts: TraceCharts;

    constructor(private readonly link: StudioLink) {
        this.charts = new TraceCharts(link.store);
        this.input.addEventListener("change", () => void this.open([...(this.input.files ?? [])]));
    }

    mount(place: HTMLElement): void {
        const words =
            "Open a trace (CSV) of a run, or a CSV file saved from the page of a run. " +
            "Lines of a second file are dashed.";
        place.append(
            html("h2", {}, "Open a recording"),
            html("p", { class: "muted" }, words),
            this.input,
            this.notice.element,
            this.charts.element,
        );
    }

    update(): void {
        this.charts.update();
    }

    destroy(): void {
        this.charts.destroy();
    }

    private async open(files: File[]): Promise<void> {
        const read = files.slice(0, 2).map(async (file) => readTraceText(await file.text()));
        const traces = await this.link.request(() => Promise.all(read), this.notice);
        if (!traces || traces.length === 0) return;
        const [first, second] = files.map(({ name }) => name);
        const words = traces.length > 1 ? `${first}; dashed: ${second}` : (first ?? "");
        this.link.store.show({ zoom: null });
        this.charts.showTraces(traces[0]!, traces[1] ?? null, words);
    }
}
