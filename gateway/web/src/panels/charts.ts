// SPDX-License-Identifier: MIT
// Strip charts of a run.
import { html, setAttribute, setText } from "../dom";
import type { Panel } from "../panel";
import { bandsIn, faultColumns, type FaultBand } from "../fault_bands";
import { withGaps } from "../recording";
import { signalColour } from "../signals";
import type { Store } from "../store";
import type { ChartData, Line } from "./chart";
import { byUnit, ChartStack } from "./chart_stack";
import { downloadText, traceOf } from "./download";
import { SignalPicker } from "./signal_picker";

const PERIOD_MS = 50;
const SMALLEST_PX = 100;
const SPANS = [10, 30, 60, 300, 600];

export class Charts implements Panel, ChartData {
    private stack: ChartStack;
    private nothing = html("p", { class: "muted" }, "No signal selected: search for one above.");
    private spans = html("select", { "aria-label": "Width of the charts", id: "span" });
    private freezer = html("button", { type: "button", id: "freeze" }, "Freeze");
    private returner = html("button", { type: "button", id: "zoom-out" }, "Follow");
    private picker: SignalPicker;
    private waiting: (() => void)[] = [];
    private shown = "";
    private next_ms = 0;

    constructor(private readonly store: Store) {
        const renew = (): void => void (this.shown = "");
        this.stack = new ChartStack(store, {
            attributes: {
                class: "stack",
                role: "group",
                tabindex: 0,
                "aria-label": "Strip charts",
            },
            whole: () => this.newest(),
            onSize: renew,
            onTheme: renew,
        });
        this.picker = new SignalPicker(store);
        this.freezer.addEventListener("click", () => this.toggleFreeze());
        this.returner.addEventListener("click", () => this.stack.follow());
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
        csv.title = "Download all recorded signals as CSV";
        place.append(html("h2", { class: "hidden" }, "Charts"));
        this.picker.mount(place);
        place.append(
            html("div", { class: "group tools" }, this.spans, this.freezer, this.returner, csv),
            this.nothing,
            this.stack.element,
        );
    }

    private newest(): [number, number] {
        const { span_s } = this.store.view;
        const { first, last } = this.store.recording;
        if (!Number.isFinite(last)) return [0, span_s];
        // A shorter recording fills the charts from the left.
        const from = Math.max(first, last - span_s);
        return [from, from + span_s];
    }

    /** Freezes or continues the view; recording continues. */
    toggleFreeze(): void {
        this.store.show({ zoom: this.store.view.zoom ? null : this.stack.range() });
    }

    search(): void {
        this.picker.focus();
    }

    update(now_ms: number, fresh: boolean): void {
        this.picker.update(fresh);
        this.stack.isDirty ||= fresh;
        if (!this.stack.isDirty || now_ms < this.next_ms) return;
        this.next_ms = now_ms + PERIOD_MS;
        this.arrange();
        this.waiting.shift()?.();
        const frozen = this.store.view.zoom !== null;
        setText(this.freezer, frozen ? "Frozen" : "Freeze");
        setAttribute(this.freezer, "aria-pressed", String(frozen));
        this.returner.hidden = !frozen;
        this.spans.value = String(this.store.view.span_s);
        this.stack.draw();
        if (this.waiting.length > 0) {
            this.stack.isDirty = true;
            this.next_ms = now_ms;
        }
    }

    destroy(): void {
        this.stack.destroy();
    }

    /** Creates new charts if the signals, their units, the size or the colours have changed. */
    private arrange(): void {
        const groups = byUnit(this.store.view.signals, this.store.vehicle);
        const wanted = JSON.stringify([...groups]);
        this.nothing.hidden = groups.size > 0;
        if (wanted === this.shown) return;
        this.shown = wanted;
        const height = (): number =>
            Math.max(this.stack.element.clientHeight / Math.max(groups.size, 1), SMALLEST_PX);
        const lines = (name: string): Line[] => [
            { name, colour: signalColour(name, this.store.view.signals) },
        ];
        // One chart per frame, since each takes long to create.
        this.waiting = this.stack.renew(groups, lines, this, height);
    }

    window(names: string[], from: number, to: number): ReturnType<ChartData["window"]> {
        const { time, values } = this.store.recording.window(names, from, to);
        return { time, values: values.map(withGaps) };
    }

    valueAt(name: string, t: number | null): number {
        const { recording } = this.store;
        return t === null ? recording.value(name) : recording.valueAt(name, t);
    }

    bands(from: number, to: number): FaultBand[] {
        const { recording } = this.store;
        const columns = faultColumns(recording.names);
        return columns.length > 0 ? bandsIn(columns, recording.window(columns, from, to)) : [];
    }

    private download(): void {
        downloadText(
            `${this.store.snapshot?.name ?? "trace"}.csv`,
            "text/csv",
            traceOf(this.store.recording),
        );
    }
}
