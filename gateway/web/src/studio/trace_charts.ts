// SPDX-License-Identifier: MIT
// Charts of recordings, one a unit, with one cursor and one time axis.
import { cssColour, html } from "../dom";
import { Chart, type ChartData, type Line, type TimeAxis } from "../panels/chart";
import { SignalPicker, type SignalSource } from "../panels/signal_picker";
import { signalColour, signalInfo } from "../signals";
import type { Store } from "../store";
import { FIRST_VIEW } from "../view";
import { firstSignals, SECOND, Traces, type Trace } from "./trace";

const HEIGHT_PX = 180;

export class TraceCharts implements TimeAxis, SignalSource {
    readonly element = html("div", { class: "trace-charts" });
    cursor_s: number | null = null;
    readonly vehicle = undefined;
    private stack = html("div", { class: "trace-stack" });
    private note = html("p", { class: "muted" });
    private whole = html("button", { type: "button" }, "Whole time");
    private picker: SignalPicker;
    private charts: Chart[] = [];
    private traces: Traces | null = null;
    private one: Trace | null = null;
    private isDirty = false;
    private sizes = new ResizeObserver(() => this.arrange());
    private width = 0;
    private theme = matchMedia("(prefers-color-scheme: dark)");
    private onTheme = (): void => this.build();

    constructor(private readonly store: Store) {
        this.picker = new SignalPicker(this);
        this.whole.addEventListener("click", () => this.follow());
        const picker = html("div", { class: "trace-picker" });
        this.picker.mount(picker);
        this.element.append(
            picker,
            html("div", { class: "group" }, this.whole, this.note),
            this.stack,
        );
        this.element.hidden = true;
        this.sizes.observe(this.stack);
        this.theme.addEventListener("change", this.onTheme);
    }

    /** @param words what the two are */
    showTraces(one: Trace | null, other: Trace | null, words: string): void {
        this.one = one;
        this.traces = one ? new Traces(one, other) : null;
        this.element.hidden = one === null;
        this.note.textContent = words;
        this.picker.update(true);
        this.build();
    }

    get recording(): { names: string[] } {
        return { names: this.traces?.names ?? [] };
    }

    /** The chosen signals that there are; those of a run's page are others. */
    get view(): { signals: string[] } {
        const { signals } = this.store.view;
        const isChosen = signals.join() !== FIRST_VIEW.signals.join();
        const there = signals.filter((name) => this.traces?.has(name));
        if (isChosen && (there.length > 0 || signals.length === 0)) return { signals: there };
        return { signals: this.one ? firstSignals(this.one) : [] };
    }

    show(change: { signals: string[] }): void {
        this.store.show(change);
        this.picker.update(true);
        this.build();
    }

    range(): [number, number] {
        return this.store.view.zoom ?? [this.traces?.first ?? 0, this.traces?.last ?? 1];
    }

    zoomTo(range: [number, number]): void {
        this.store.show({ zoom: range });
        this.isDirty = true;
    }

    follow(): void {
        this.store.show({ zoom: null });
        this.isDirty = true;
    }

    cursorAt(t: number | null): void {
        this.cursor_s = t;
        this.isDirty = true;
    }

    update(): void {
        if (!this.isDirty) return;
        this.isDirty = false;
        const range = this.range();
        for (const chart of this.charts) chart.draw(range);
    }

    destroy(): void {
        this.sizes.disconnect();
        this.theme.removeEventListener("change", this.onTheme);
        this.charts.forEach((chart) => chart.destroy());
    }

    private arrange(): void {
        if (this.stack.clientWidth === this.width) return;
        this.build();
    }

    private build(): void {
        this.width = this.stack.clientWidth;
        this.charts.forEach((chart) => chart.destroy());
        this.charts = [];
        this.stack.replaceChildren();
        const data: ChartData | null = this.traces;
        if (!data) return;
        const units = new Map<string, Line[]>();
        for (const name of this.view.signals) {
            const { unit } = signalInfo(name, undefined);
            const colour = signalColour(name, this.view.signals);
            const lines: Line[] = [{ name, colour }];
            const second = name + SECOND;
            if (this.traces?.has(second)) lines.push({ name: second, colour, isDashed: true });
            units.set(unit, [...(units.get(unit) ?? []), ...lines]);
        }
        const colours = { text: cssColour("--muted"), line: cssColour("--line") };
        this.charts = [...units].map(([unit, lines], i) => {
            const last = i === units.size - 1;
            return new Chart(this.stack, data, this, {
                unit,
                lines,
                height: HEIGHT_PX,
                last,
                colours,
            });
        });
        this.isDirty = true;
    }
}
