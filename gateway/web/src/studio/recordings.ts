// SPDX-License-Identifier: MIT
// Shows one or two recordings from the user's disk. They are not uploaded.
import { fillList, html, setText } from "../dom";
import type { Panel } from "../panel";
import type { OpenedTrace } from "./recorded_vehicles";
import { Notice } from "./notice";
import { Playback } from "./playback";
import { readRecordingFile } from "./recording_file";
import type { StudioLink } from "./studio_link";
import { TraceCharts } from "./trace_charts";

const MOST_FILES = 2;

export class Recordings implements Panel {
    private input = html("input", {
        type: "file",
        id: "recording",
        accept: ".mcap,.csv,text/csv",
        multiple: true,
        "aria-label": "Recordings (MCAP) or traces (CSV), one or two",
    });
    private status = html("p", { class: "muted", role: "status", hidden: true });
    private notice = new Notice();
    private notes = html("ul", { class: "muted notes" });
    private charts: TraceCharts;
    private playback: Playback;
    private reading = new AbortController();

    constructor(private readonly link: StudioLink) {
        this.playback = new Playback(link.store, (t) => this.charts.mark(t));
        this.charts = new TraceCharts(link.store, (t) => this.playback.pointAt(t));
        this.input.addEventListener("change", () => void this.open([...(this.input.files ?? [])]));
    }

    mount(place: HTMLElement): void {
        const words =
            "Open a recording (MCAP) or a trace (CSV) of a run, or a CSV file saved from the page " +
            "of a run. Lines of a second file are dashed.";
        place.append(
            html("h2", {}, "Open a recording"),
            html("p", { class: "muted" }, words),
            this.input,
            this.status,
            this.notice.element,
            this.notes,
            html("div", { class: "recorded" }, this.playback.element, this.charts.element),
        );
    }

    update(now_ms: number): void {
        this.charts.update();
        this.playback.update(now_ms);
    }

    destroy(): void {
        this.reading.abort();
        this.playback.destroy();
        this.charts.destroy();
    }

    /** Ends the reading of files that were chosen before. */
    private async open(chosen: File[]): Promise<void> {
        if (chosen.length === 0) return;
        this.reading.abort();
        const reading = (this.reading = new AbortController());
        const files = chosen.slice(0, MOST_FILES);
        const read = files.map(async (file): Promise<OpenedTrace> => {
            const onProgress = (share: number): void => this.showProgress(file.name, share);
            const { signal } = reading;
            const trace = await readRecordingFile(file, { signal, onProgress });
            return { name: file.name, trace };
        });
        const all = Promise.all(read).catch((error: unknown) => {
            if (reading.signal.aborted) return null;
            reading.abort();
            throw error;
        });
        const opened = await this.link.request(() => all, this.notice);
        if (this.reading !== reading) return;
        this.status.hidden = true;
        if (opened && !reading.signal.aborted) this.show(opened);
    }

    private showProgress(name: string, share: number): void {
        setText(this.status, `Reading ${name}: ${Math.floor(100 * share)}\u202f%`);
        this.status.hidden = false;
    }

    private show(opened: OpenedTrace[]): void {
        const [one, other] = opened;
        const words = other ? `${one!.name}; dashed: ${other.name}` : one!.name;
        const notes = opened.flatMap(({ name, trace }) =>
            trace.notes.map((note) => `${name}: ${note}`),
        );
        fillList(this.notes, notes, () => html("li"), setText);
        this.link.store.show({ zoom: null });
        this.charts.showTraces(one!.trace, other?.trace ?? null, words);
        this.playback.showTraces(opened);
    }
}
