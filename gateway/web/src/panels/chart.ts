// SPDX-License-Identifier: MIT
// Chart of the signals of one unit over time, drawn by uPlot.
import uPlot from "uplot";
import { fillList, html, setAttribute, setText } from "../dom";
import type { FaultBand } from "../fault_bands";
import { figure } from "../format";
import { paintBands, paintNames } from "./band_painter";

/** Time axis and cursor, shared by the charts. */
export interface TimeAxis {
    readonly cursor_s: number | null;
    zoomTo(range: [number, number]): void;
    follow(): void;
    cursorAt(t: number | null): void;
    range(): [number, number];
}

export interface Line {
    name: string;
    colour: string;
    isDashed?: boolean;
}

/** Source of the values of the lines, by signal name. */
export interface ChartData {
    window(
        names: string[],
        from: number,
        to: number,
    ): { time: ArrayLike<number>; values: ArrayLike<number | null>[] };
    /** At time t; null: the newest value. */
    valueAt(name: string, t: number | null): number;
    /** When faults were active. */
    bands(from: number, to: number): FaultBand[];
}

interface ChartStyle {
    unit: string;
    lines: Line[];
    height: number;
    /** Whether it is the last chart, which shows the labels of the time axis. */
    last: boolean;
    colours: { text: string; muted: string; line: string };
}

const LEGEND_HEIGHT = 24;
const SHORTEST_S = 0.05;
/** Smaller values are rounding errors of sums that should be zero. */
const NOISE = 1e-9;
const FONT = "14px system-ui, sans-serif";

export class Chart {
    private element = html("div", { class: "chart" });
    private values: HTMLElement[];
    private plot: uPlot;
    private marked_s: number | null = null;
    private bands: readonly FaultBand[] = [];
    /** The faults with bands. */
    private faults: readonly string[] = [];
    private faultItems = html("span", { class: "legend-faults" });

    constructor(
        place: HTMLElement,
        private readonly data: ChartData,
        private readonly axis: TimeAxis,
        private readonly style: ChartStyle,
    ) {
        this.values = style.lines.map(() => html("output", { "aria-live": "off" }));
        const legend = style.lines.map((line, i) => legendItem(line, this.values[i]!));
        this.element.append(html("div", { class: "legend" }, ...legend, this.faultItems));
        place.append(this.element);
        this.plot = new uPlot(this.options(place.clientWidth), [[]], this.element);
        this.plot.over.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    }

    draw(range: [number, number], bands: readonly FaultBand[]): void {
        this.bands = bands;
        this.faults = [...new Set(bands.map(({ name }) => name))];
        fillList(this.faultItems, this.faults, faultItem, showFault);
        const names = this.style.lines.map(({ name }) => name);
        const { time, values } = this.data.window(names, ...range);
        this.plot.setData([time, ...values] as unknown as uPlot.AlignedData, false);
        this.plot.setScale("x", { min: range[0], max: range[1] });
        this.showValues(this.axis.cursor_s);
    }

    /** Keeps the vertical line of the cursor at time t; null: where the user points to. */
    mark(t: number | null): void {
        this.marked_s = t;
        if (t !== null) this.showValues(t);
        this.showMark();
    }

    private showMark(): void {
        if (this.marked_s === null || typeof this.plot.scales["x"]?.min !== "number") return;
        const left = this.plot.valToPos(this.marked_s, "x");
        const isInside = left >= 0 && left <= this.plot.over.clientWidth;
        this.plot.setCursor({ left: isInside ? left : -10, top: -10 }, false);
    }

    private showValues(t: number | null): void {
        this.style.lines.forEach(({ name }, i) =>
            setText(this.values[i]!, figure(this.data.valueAt(name, t))),
        );
    }

    destroy(): void {
        this.plot.destroy();
        this.element.remove();
    }

    private options(width: number): uPlot.Options {
        const { style } = this;
        const grid = { stroke: style.colours.line, width: 1 };
        const ticks = { show: false };
        const common = { stroke: style.colours.muted, grid, ticks, font: FONT };
        return {
            width: Math.max(width, 100),
            height: style.height - LEGEND_HEIGHT,
            // Half of the last time label extends beyond the chart.
            padding: [6, 24, style.last ? 0 : 4, 0],
            legend: { show: false },
            scales: { x: { time: false, auto: false }, y: { range: yRange } },
            axes: [
                // All charts have grid lines at the same times; only the last one has labels.
                {
                    ...common,
                    size: style.last ? 26 : 0,
                    gap: 2,
                    space: 60,
                    values: (_plot, times) => times.map((t) => (style.last ? `${t}\u202fs` : "")),
                },
                {
                    ...common,
                    size: 66,
                    gap: 4,
                    space: 24,
                    label: style.unit || "1",
                    labelSize: 18,
                    labelGap: 0,
                    labelFont: FONT,
                    values: (_plot, marks) => marks.map(axisFigure),
                },
            ],
            series: [{}, ...style.lines.map(seriesOf)],
            cursor: {
                drag: { x: true, y: false, setScale: false },
                // Every chart is marked by itself.
                sync: {
                    key: "time",
                    setSeries: false,
                    filters: { pub: () => this.marked_s === null, sub: () => true },
                },
                points: { size: 6 },
                bind: { dblclick: () => () => (this.axis.follow(), null) },
            },
            hooks: {
                setSelect: [(plot) => this.selected(plot)],
                setCursor: [(plot) => this.moved(plot)],
                setScale: [(_plot, key) => key === "x" && this.showMark()],
                drawClear: [(plot) => paintBands(plot, this.bands, style.colours.muted)],
                draw: [(plot) => paintNames(plot, this.bands, this.faults, style.colours.text)],
            },
        };
    }

    private selected(plot: uPlot): void {
        const { left, width } = plot.select;
        if (width < 4) return;
        this.axis.zoomTo([plot.posToVal(left, "x"), plot.posToVal(left + width, "x")]);
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    }

    private moved(plot: uPlot): void {
        const left = plot.cursor.left ?? -1;
        // A chart that only follows the shared cursor has no event, or that of the pointer's exit.
        const isPointedAt = (plot.cursor.event?.type ?? "mouseleave") !== "mouseleave";
        if (isPointedAt || left < 0) this.axis.cursorAt(left < 0 ? null : plot.posToVal(left, "x"));
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const [from, to] = this.axis.range();
        const at = from + ((to - from) * event.offsetX) / this.plot.over.clientWidth;
        const factor = Math.exp(event.deltaY * 0.0015);
        if ((to - from) * factor < SHORTEST_S) return;
        this.axis.zoomTo([at - (at - from) * factor, at + (to - at) * factor]);
    }
}

function legendItem({ name, colour, isDashed }: Line, value: HTMLElement): HTMLElement {
    const swatch = html("span", { class: isDashed ? "swatch dashed" : "swatch" });
    swatch.style.backgroundColor = colour;
    return html("span", { class: "legend-item" }, swatch, html("span", {}, name), value);
}

function faultItem(): HTMLElement {
    const swatch = html("span", { class: "swatch band" });
    return html("span", { class: "legend-item" }, swatch, html("span"));
}

function showFault(item: HTMLElement, name: string): void {
    setText(item.children[1]!, name);
    setAttribute(item, "title", `The fault ${name} was active in the grey band`);
}

function seriesOf({ colour, isDashed }: Line): uPlot.Series {
    return {
        stroke: colour,
        width: 1.6,
        points: { show: false },
        // A missing value is a gap; a row that exists only in the other run (null) is not.
        spanGaps: false,
        ...(isDashed ? { dash: [6, 4] } : {}),
    };
}

/** Leaves a margin above and below; does not magnify noise of a constant signal. */
function yRange(_plot: uPlot, low: number | null, high: number | null): [number, number] {
    if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high))
        return [0, 1];
    const most = Math.max(Math.abs(low), Math.abs(high));
    const smallest = most < NOISE ? 0.1 : most * 0.02;
    const room = Math.max((high - low) * 0.08, smallest);
    return [low - room, high + room];
}

function axisFigure(value: number): string {
    return String(Number(value.toPrecision(6))).replace("-", "\u2212");
}
