// SPDX-License-Identifier: MIT
// The numeric columns of a trace (CSV) or recording; and two of them on one time axis.
import uPlot from "uplot";
import { bandsIn, faultColumns, type FaultBand } from "../fault_bands";
import type { ChartData } from "../panels/chart";
import { Pauses } from "../pauses";

const TIMES = ["t_s", "t", "time_s", "timestamp"];

export interface Trace {
    time: number[];
    /** null: the cell is not a number. */
    columns: Map<string, (number | null)[]>;
    /** What is missing in it, one sentence each. */
    notes: string[];
}

/** Reads CSV. @throws Error that describes why the text is no trace */
export async function readTraceText(text: string): Promise<Trace> {
    const lines = text.split("\n");
    const names = (lines[0] ?? "")
        .trim()
        .split(",")
        .map((name) => name.trim());
    const wanted = TIMES.find((name) => names.includes(name));
    const at = wanted === undefined ? -1 : names.indexOf(wanted);
    if (at < 0)
        throw new Error(
            "Not a recording: it is no MCAP file, and its first line has no time column " +
                `(${TIMES.join(", ")}), as a trace (CSV) has.`,
        );
    const columns = names.map((): (number | null)[] => []);
    const pauses = new Pauses();
    for (let i = 1; i < lines.length; ++i) {
        // The last line of a recording that is still being written may be incomplete.
        const cells = lines[i]!.split(",");
        if (cells.length !== names.length || !isNumber(cells[at]!)) continue;
        cells.forEach((cell, c) => columns[c]!.push(isNumber(cell) ? Number(cell) : null));
        if (i % 64 === 0 && pauses.isDue) await pauses.take();
    }
    const time = columns[at] as number[];
    if (time.length === 0) throw new Error("The recording has no rows.");
    const others = names.flatMap((name, c) => (c === at ? [] : [[name, columns[c]!] as const]));
    return {
        time,
        columns: new Map(others.filter(([, values]) => values.some((v) => v !== null))),
        notes: [],
    };
}

function isNumber(cell: string): boolean {
    return cell.trim() !== "" && Number.isFinite(Number(cell));
}

/** Columns that are shown first. */
const FIRST = ["vx_mps", "true_velocity", "set_steering", "steer_rad", "route_distance_m"];
/** The same in recordings of vdsim_realtime, where the name of the vehicle may precede them. */
const FIRST_ENDS = ["vehicle.odometry.twist.twist.linear.x", "vehicle.state.steer_rad"];
const FEW = 4;

export function firstSignals(trace: Trace): string[] {
    const names = [...trace.columns.keys()];
    const ofTrace = FIRST.filter((name) => trace.columns.has(name));
    const ofTopics = FIRST_ENDS.flatMap((end) => names.filter((name) => name.endsWith(end)));
    const found = [ofTrace, ofTopics].find(({ length }) => length > 0);
    return (found ?? names).slice(0, FEW);
}

export const SECOND = " (other)";

/** One recording or two; the names of the lines of the second one have a suffix. */
export class Traces implements ChartData {
    readonly names: string[];
    readonly first: number;
    readonly last: number;
    private faults: string[];
    private time: number[];
    private values = new Map<string, (number | null | undefined)[]>();

    constructor(one: Trace, other: Trace | null) {
        const columns = [...one.columns].map(([name, values]) => [name, values] as const);
        const others = [...(other?.columns ?? [])].map(([n, v]) => [n + SECOND, v] as const);
        const tables = [[one.time, ...columns.map(([, values]) => values)]];
        if (other) tables.push([other.time, ...others.map(([, values]) => values)]);
        const joined = (other
            ? uPlot.join(tables as unknown as uPlot.AlignedData[])
            : tables[0]) as unknown as (number | null | undefined)[][];
        this.time = joined[0] as number[];
        [...columns, ...others].forEach(([name], i) => this.values.set(name, joined[i + 1]!));
        this.names = [...one.columns.keys()];
        this.faults = faultColumns([...this.values.keys()]);
        this.first = this.time[0]!;
        this.last = this.time.at(-1)!;
    }

    has(name: string): boolean {
        return this.values.has(name);
    }

    window(names: string[], from: number, to: number): ReturnType<ChartData["window"]> {
        const low = Math.max(0, this.indexAfter(from) - 1);
        const high = Math.min(this.time.length, this.indexAfter(to) + 1);
        return {
            time: this.time.slice(low, high),
            values: names.map(
                (name) => (this.values.get(name) ?? []).slice(low, high) as (number | null)[],
            ),
        };
    }

    bands(from: number, to: number): FaultBand[] {
        if (this.faults.length === 0) return [];
        return bandsIn(this.faults, this.window(this.faults, from, to));
    }

    valueAt(name: string, t: number | null): number {
        const values = this.values.get(name) ?? [];
        // Rows that only the other recording has are skipped.
        for (let i = (t === null ? this.time.length : this.indexAfter(t)) - 1; i >= 0; --i)
            if (values[i] !== undefined) return values[i] ?? NaN;
        return NaN;
    }

    private indexAfter(t: number): number {
        let low = 0;
        let high = this.time.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.time[middle]! > t) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
