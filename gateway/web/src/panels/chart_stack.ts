// SPDX-License-Identifier: MIT
// Charts below each other, one per unit, with the same time axis and cursor.
import { cssColour, html } from "../dom";
import { signalInfo } from "../signals";
import type { Store } from "../store";
import { Chart, type ChartData, type Line, type TimeAxis } from "./chart";

export interface StackOptions {
    /** Attributes of the element that contains the charts. */
    attributes: Record<string, string | number>;
    /** The range without a zoom. */
    whole(): [number, number];
    /** Called when the size of the stack may have changed. */
    onSize(): void;
    /** Called when the colour scheme has changed. */
    onTheme(): void;
    /** Called when the user has moved the cursor to time t; null: away from the charts. */
    onCursor?(t: number | null): void;
}

/** The signals grouped by unit, in their order. */
export function byUnit(signals: string[], vehicle: Store["vehicle"]): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const name of signals) {
        const { unit } = signalInfo(name, vehicle);
        groups.set(unit, [...(groups.get(unit) ?? []), name]);
    }
    return groups;
}

export class ChartStack implements TimeAxis {
    readonly element: HTMLElement;
    cursor_s: number | null = null;
    /** Whether the charts must be drawn again. */
    isDirty = true;
    private charts: Chart[] = [];
    private data: ChartData | null = null;
    private sizes: ResizeObserver;
    private theme = matchMedia("(prefers-color-scheme: dark)");

    constructor(
        private readonly store: Store,
        private readonly options: StackOptions,
    ) {
        this.element = html("div", options.attributes);
        this.sizes = new ResizeObserver(() => options.onSize());
        this.sizes.observe(this.element);
        this.theme.addEventListener("change", options.onTheme);
    }

    range(): [number, number] {
        return this.store.view.zoom ?? this.options.whole();
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
        if (t !== null) this.charts.forEach((chart) => chart.mark(null));
        this.options.onCursor?.(t);
    }

    /** Moves the cursor of all charts to time t, until the user moves it. */
    mark(t: number): void {
        this.cursor_s = t;
        for (const chart of this.charts) chart.mark(t);
    }

    clear(): void {
        this.charts.forEach((chart) => chart.destroy());
        this.charts = [];
        this.element.replaceChildren();
    }

    /**
     * Removes all charts. @returns functions that create the new charts, one each
     * @param groups the signals of each unit
     * @param linesOf the lines of a signal
     * @param heightOf height of a chart; called while the stack is empty
     */
    renew(
        groups: Map<string, string[]>,
        linesOf: (signal: string) => Line[],
        data: ChartData,
        heightOf: () => number,
    ): (() => void)[] {
        this.clear();
        this.data = data;
        const height = heightOf();
        const colours = {
            text: cssColour("--text"),
            muted: cssColour("--muted"),
            line: cssColour("--line"),
        };
        return [...groups].map(([unit, names], i) => () => {
            const last = i === groups.size - 1;
            const chartOptions = { unit, lines: names.flatMap(linesOf), height, last, colours };
            this.charts.push(new Chart(this.element, data, this, chartOptions));
        });
    }

    draw(): void {
        this.isDirty = false;
        const range = this.range();
        const bands = this.data?.bands(...range) ?? [];
        for (const chart of this.charts) chart.draw(range, bands);
    }

    destroy(): void {
        this.sizes.disconnect();
        this.theme.removeEventListener("change", this.options.onTheme);
        this.charts.forEach((chart) => chart.destroy());
    }
}
