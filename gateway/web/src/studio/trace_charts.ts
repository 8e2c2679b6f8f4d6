// SPDX-License-Identifier: MIT
// Charts of recordings, one per unit, with one cursor and one time axis.
import { html } from "../dom";
import type { Line } from "../panels/chart";
import { byUnit, ChartStack } from "../panels/chart_stack";
import { SignalPicker, type SignalSource } from "../panels/signal_picker";
import { signalColour } from "../signals";
import type { Store } from "../store";
import { FIRST_VIEW } from "../view";
import { firstSignals, SECOND, Traces, type Trace } from "./trace";

const HEIGHT_PX = 180;

export class TraceCharts implements SignalSource {
    readonly element = html("div", { class: "trace-charts" });
    readonly vehicle = undefined;
    private stack: ChartStack;
    private note = html("p", { class: "muted" });
    private whole = html("button", { type: "button" }, "Full range");
    private picker: SignalPicker;
    private traces: Traces | null = null;
    private one: Trace | null = null;
    private width = 0;

    /** @param onCursor as of the options of a stack */
    constructor(
        private readonly store: Store,
        onCursor: (t: number | null) => void = () => undefined,
    ) {
        this.picker = new SignalPicker(this);
        this.stack = new ChartStack(store, {
            attributes: { class: "trace-stack" },
            whole: () => [this.traces?.first ?? 0, this.traces?.last ?? 1],
            onSize: () => this.arrange(),
            onTheme: () => this.build(),
            onCursor,
        });
        this.whole.addEventListener("click", () => this.stack.follow());
        const picker = html("div", { class: "trace-picker" });
        this.picker.mount(picker);
        this.element.append(
            picker,
            html("div", { class: "group" }, this.whole, this.note),
            this.stack.element,
        );
        this.element.hidden = true;
    }

    /** @param words description of the two */
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

    /** The selected signals that exist; the page of a run has other ones. */
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

    update(): void {
        if (this.stack.isDirty) this.stack.draw();
    }

    /** Moves the cursor to time t. */
    mark(t: number): void {
        this.stack.mark(t);
    }

    destroy(): void {
        this.stack.destroy();
    }

    private arrange(): void {
        if (this.stack.element.clientWidth === this.width) return;
        this.build();
    }

    private build(): void {
        this.width = this.stack.element.clientWidth;
        this.stack.clear();
        if (!this.traces) return;
        const { signals } = this.view;
        const lines = new Map(signals.map((name) => [name, this.linesOf(name, signals)]));
        const makers = this.stack.renew(
            byUnit(signals, undefined),
            (name) => lines.get(name) ?? [],
            this.traces,
            () => HEIGHT_PX,
        );
        makers.forEach((make) => make());
        this.stack.isDirty = true;
    }

    /** The line of a signal, and that of the same signal in the other recording. */
    private linesOf(name: string, beside: string[]): Line[] {
        const colour = signalColour(name, beside);
        const second = name + SECOND;
        const lines: Line[] = [{ name, colour }];
        if (this.traces?.has(second)) lines.push({ name: second, colour, isDashed: true });
        return lines;
    }
}
