// SPDX-License-Identifier: MIT
// Strip charts: one a unit, all with the same time axis and cursor.
import { cssColour, html, setAttribute, setText } from "../dom";
import type { Panel } from "../panel";
import { withGaps } from "../recording";
import { signalColour, signalInfo } from "../signals";
import type { Store } from "../store";
import { Chart, type ChartData, type TimeAxis } from "./chart";
import { downloadText, traceOf } from "./download";
import { SignalPicker } from "./signal_picker";

const PERIOD_MS = 50;
const SMALLEST_PX = 100;
const SPANS = [10, 30, 60, 300, 600];

export class Charts implements Panel, TimeAxis, ChartData {
    cursor_s: number | null = null;
    private stack = html("div", {
        class: "stack",
        role: "group",
        tabindex: 0,
        "aria-label": "Strip charts",
    });
    private nothing = html("p", { class: "muted" }, "No signal is chosen: search for one above.");
    private spans = html("select", { "aria-label": "Width of the charts", id: "span" });
    private freezer = html("button", { type: "button", id: "freeze" }, "Freeze");
    private returner = html("button", { type: "button", id: "zoom-out" }, "Follow");
    private picker: SignalPicker;
    private charts: Chart[] = [];
    private waiting: (() => Chart)[] = [];
    private shown = "";
    private next_ms = 0;
    private dirty = true;
    private sizes = new ResizeObserver(() => (this.shown = ""));
    private theme = matchMedia("(prefers-color-scheme: dark)");
    private onTheme = (): void => void (this.shown = "");

    constructor(private readonly store: Store) {
        this.picker = new SignalPicker(store);
        this.freezer.addEventListener("click", () => this.toggleFreeze());
        this.returner.addEventListener("click", () => this.follow());
        this.spans.addEventListener("change", () => {
            store.show({ span_s: Number(this.spans.value), zoom: null });
        });
    }

    mount(place: HTMLElement): void {
        for (const span of SPANS)
            this.spans.append(
                html(
                    "option",
                    { value: span },
                    span < 60 ? `${span}\u202fs` : `${span / 60}\u202fmin`,
                ),
            );
        const csv = html(
            "button",
            { type: "button", id: "download", click: () => this.download() },
            "CSV",
        );
        csv.title = "Download what is recorded of all signals";
        place.append(html("h2", { class: "hidden" }, "Charts"));
        this.picker.mount(place);
        place.append(
            html("div", { class: "group tools" }, this.spans, this.freezer, this.returner, csv),
            this.nothing,
            this.stack,
        );
        this.sizes.observe(this.stack);
        this.theme.addEventListener("change", this.onTheme);
    }

    range(): [number, number] {
        const { zoom, span_s } = this.store.view;
        if (zoom) return zoom;
        const { first, last } = this.store.recording;
        if (!Number.isFinite(last)) return [0, span_s];
        // A recording that is shorter fills the charts from their left.
        const from = Math.max(first, last - span_s);
        return [from, from + span_s];
    }

    zoomTo(range: [number, number]): void {
        this.store.show({ zoom: range });
        this.dirty = true;
    }

    follow(): void {
        this.store.show({ zoom: null });
        this.dirty = true;
    }

    /** Stops the view where it is; the data go on behind it. */
    toggleFreeze(): void {
        this.store.show({ zoom: this.store.view.zoom ? null : this.range() });
    }

    search(): void {
        this.picker.focus();
    }

    cursorAt(t: number | null): void {
        this.cursor_s = t;
        this.dirty = true;
    }

    update(now_ms: number, fresh: boolean): void {
        this.picker.update(fresh);
        this.dirty ||= fresh;
        if (!this.dirty || now_ms < this.next_ms) return;
        this.next_ms = now_ms + PERIOD_MS;
        this.dirty = false;
        this.arrange();
        const make = this.waiting.shift();
        if (make) this.charts.push(make());
        if (this.waiting.length > 0) {
            this.dirty = true;
            this.next_ms = now_ms;
        }
        const frozen = this.store.view.zoom !== null;
        setText(this.freezer, frozen ? "Frozen" : "Freeze");
        setAttribute(this.freezer, "aria-pressed", String(frozen));
        this.returner.hidden = !frozen;
        this.spans.value = String(this.store.view.span_s);
        const range = this.range();
        for (const chart of this.charts) chart.draw(range);
    }

    destroy(): void {
        this.sizes.disconnect();
        this.theme.removeEventListener("change", this.onTheme);
        this.charts.forEach((chart) => chart.destroy());
    }

    /** New charts where the signals, their units, the size or the colours are others. */
    private arrange(): void {
        const groups = new Map<string, string[]>();
        for (const name of this.store.view.signals) {
            const { unit } = signalInfo(name, this.store.vehicle);
            groups.set(unit, [...(groups.get(unit) ?? []), name]);
        }
        const wanted = JSON.stringify([...groups]);
        this.nothing.hidden = groups.size > 0;
        if (wanted === this.shown) return;
        this.shown = wanted;
        this.charts.forEach((chart) => chart.destroy());
        this.stack.replaceChildren();
        const height = Math.max(this.stack.clientHeight / Math.max(groups.size, 1), SMALLEST_PX);
        const colours = { text: cssColour("--muted"), line: cssColour("--line") };
        this.charts = [];
        // One a frame: each takes its time to be made.
        this.waiting = [...groups].map(([unit, names], i) => () => {
            const last = i === groups.size - 1;
            const lines = names.map((name) => ({
                name,
                colour: signalColour(name, this.store.view.signals),
            }));
            return new Chart(this.stack, this, this, { unit, lines, height, last, colours });
        });
    }

    window(names: string[], from: number, to: number): ReturnType<ChartData["window"]> {
        const { time, values } = this.store.recording.window(names, from, to);
        return { time, values: values.map(withGaps) };
    }

    valueAt(name: string, t: number | null): number {
        const { recording } = this.store;
        return t === null ? recording.value(name) : recording.valueAt(name, t);
    }

    private download(): void {
        downloadText(
            `${this.store.snapshot?.name ?? "trace"}.csv`,
            "text/csv",
            traceOf(this.store.recording),
        );
    }
}
