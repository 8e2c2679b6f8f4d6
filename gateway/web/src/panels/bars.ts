// SPDX-License-Identifier: MIT
// A histogram as bars over a logarithmic axis of microseconds.
import type { Histogram } from "../contract";
import { svg } from "../dom";
import { figure } from "../format";

const WIDTH = 320;
const HEIGHT = 84;
const BARS_A_DECADE = 8;
const SMALLEST_LABEL = 56;

/** Counts per eighth of a decade: exponent of the first bar, and the count of each bar. */
export function barsOf(buckets: readonly [number, number][]): { first: number; counts: number[] } {
    const place = (us: number): number =>
        Math.floor(Math.log10(Math.max(us, 0.01)) * BARS_A_DECADE);
    const places = buckets.map(([edge]) => place(edge));
    const first = Math.floor(Math.min(...places) / BARS_A_DECADE) * BARS_A_DECADE;
    const last = Math.ceil((Math.max(...places) + 1) / BARS_A_DECADE) * BARS_A_DECADE;
    const counts = new Array<number>(last - first).fill(0);
    buckets.forEach(([, count], i) => (counts[places[i]! - first]! += count));
    return { first: first / BARS_A_DECADE, counts };
}

export function microseconds(us: number): string {
    if (us >= 1e6) return `${figure(us / 1e6)}\u202fs`;
    if (us >= 1e3) return `${figure(us / 1e3)}\u202fms`;
    return `${figure(us)}\u202fµs`;
}

/** A power of ten in microseconds, as a label without decimals. */
function decade(exponent: number): string {
    const [unit, small] = exponent >= 6 ? ["s", 6] : exponent >= 3 ? ["ms", 3] : ["µs", 0];
    return `${Number((10 ** (exponent - (small as number))).toPrecision(1))}\u202f${unit}`;
}

export function drawBars(name: string, histogram: Histogram): SVGSVGElement {
    const picture = svg("svg", {
        class: "bars",
        viewBox: `0 0 ${WIDTH} ${HEIGHT + 18}`,
        role: "img",
        "aria-label": `${name}: histogram`,
    });
    if (histogram.buckets.length === 0) return picture;
    const { first, counts } = barsOf(histogram.buckets);
    // The square root keeps rare values visible.
    const most = Math.sqrt(Math.max(...counts));
    const step = WIDTH / counts.length;
    counts.forEach((count, i) => {
        const height = (Math.sqrt(count) / most) * HEIGHT;
        picture.append(
            svg("rect", { x: i * step, y: HEIGHT - height, width: Math.max(step - 1, 1), height }),
        );
    });
    // Labels as many decades as there is room for.
    const every = Math.ceil(SMALLEST_LABEL / (step * BARS_A_DECADE)) * BARS_A_DECADE;
    for (let i = 0; i < counts.length; i += every) {
        picture.append(svg("path", { d: `M${i * step} 0V${HEIGHT}` }));
        picture.append(
            svg("text", { x: i * step + 2, y: HEIGHT + 14 }, decade(first + i / BARS_A_DECADE)),
        );
    }
    return picture;
}
