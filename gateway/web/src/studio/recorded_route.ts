// SPDX-License-Identifier: MIT
// The route of a recording, from the inputs `trajectory_x` and `trajectory_y` of its program: the
// next points of the route, a window that moves with the vehicle.
import type { Trace } from "./trace";

type Point = [x: number, y: number];

/** How many points a window may move back, when a vehicle reverses. */
const LOOKED_BACK = 64;

/** @returns the longest part without a gap; null: the program got no route */
export function routeIn(trace: Trace): Point[] | null {
    const lengths = trace.columns.get("trajectory_length");
    const columns: (number | null)[][][] = [];
    for (let i = 0; ; ++i) {
        const x = trace.columns.get(`trajectory_x[${i}]`);
        const y = trace.columns.get(`trajectory_y[${i}]`);
        if (!x || !y) break;
        columns.push([x, y]);
    }
    if (!lengths || columns.length === 0) return null;
    const lines: Point[][] = [[]];
    for (let row = 0; row < trace.time.length; ++row) {
        const window = columns
            .slice(0, lengths[row] ?? 0)
            .map(([x, y]): Point => [x![row] ?? NaN, y![row] ?? NaN]);
        if (window.length > 0 && window.flat().every(Number.isFinite)) append(window, lines);
    }
    const longest = lines.reduce((best, line) => (line.length > best.length ? line : best));
    return longest.length > 1 ? longest : null;
}

/** Adds the points that extend the last line. A window that does not touch it begins a new one. */
function append(window: Point[], lines: Point[][]): void {
    const line = lines.at(-1)!;
    const [x, y] = window[0]!;
    const end = line.slice(-LOOKED_BACK);
    const at = end.findIndex((point) => point[0] === x && point[1] === y);
    if (at >= 0) line.push(...window.slice(end.length - at));
    else if (line.length === 0) line.push(...window);
    else lines.push([...window]);
}
