// SPDX-License-Identifier: MIT
// One vehicle of a recording: the signals that the picture and the instruments show, by the names
// that they have on the page of a run.
import type { FleetRow } from "../contract";
import { rowBetween } from "../scene/pose";
import type { Trace } from "./trace";

const WHEELS = [0, 1, 2, 3];
const AXES = ["x", "y", "z", "w"];
/** The words of the gears that a vehicle reports, by their codes. */
const GEARS = ["", "drive", "reverse", "park", "low", "neutral"];
/** The panels are made for 20 states a second: window() skips rows that are closer in time. */
const CLOSEST_S = 0.045;
const POSITION = "vehicle.odometry.pose.pose.position.x";
/** The one column in another unit than the signal. */
const IN_DEGREES = "set_steering";

interface Column {
    values: (number | null)[];
    factor: number;
}

/** What precedes the columns of each vehicle: several vehicles may share a recording. */
export function prefixesIn(trace: Trace): string[] {
    const names = [...trace.columns.keys()].filter((name) => name.endsWith(POSITION));
    if (names.length > 0) return names.map((name) => name.slice(0, -POSITION.length));
    return trace.columns.has("x") || trace.columns.has("x_m") ? [""] : [];
}

/**
 * The columns of each signal, the best first: of a CSV file that the page of a run has saved, of a
 * trace, and of the topics of a recording.
 */
function columnsOf(prefix: string): [signal: string, columns: string[]][] {
    const state = (field: string): string => `${prefix}vehicle.state.${field}`;
    const pose = (field: string): string => `${prefix}vehicle.odometry.pose.pose.${field}`;
    const command = (field: string): string => `${prefix}command.after_filters.${field}`;
    return [
        ["x", ["x_m", pose("position.x")]],
        ["y", ["y_m", pose("position.y")]],
        ["yaw", ["yaw_rad", state("yaw_rad")]],
        ["roll", []],
        ["pitch", []],
        ["vx", ["vx_mps", `${prefix}vehicle.odometry.twist.twist.linear.x`]],
        ["ax", [state("ax_mps2")]],
        ["ay", [state("ay_mps2")]],
        ["steer", [state("steer_rad"), IN_DEGREES]],
        ["gear", [state("gear")]],
        ["cmd.throttle", [command("throttle"), "set_gas"]],
        ["cmd.brake", [command("brake"), "set_braking"]],
        ...AXES.map((axis): [string, string[]] => [`q.${axis}`, [pose(`orientation.${axis}`)]]),
        ...WHEELS.flatMap((i): [string, string[]][] => [
            [`wheel_spin[${i}]`, [state(`wheel_spin_radps[${i}]`)]],
            [`susp[${i}]`, [state(`suspension_compression_m[${i}]`)]],
            [`Ft[${i}][0]`, [state(`tyre_force_x_n[${i}]`)]],
            [`Ft[${i}][1]`, [state(`tyre_force_y_n[${i}]`)]],
        ]),
    ];
}

export class RecordedVehicle {
    private signals = new Map<string, Column>();

    constructor(
        private readonly trace: Trace,
        prefix: string,
        readonly name: string,
    ) {
        for (const [signal, columns] of columnsOf(prefix)) {
            const column = [signal, ...columns].find((name) => trace.columns.has(name));
            if (column === undefined) continue;
            const factor = column === IN_DEGREES ? Math.PI / 180 : 1;
            this.signals.set(signal, { values: trace.columns.get(column)!, factor });
        }
    }

    get first(): number {
        return this.trace.time[0]!;
    }
    get last(): number {
        return this.trace.time.at(-1)!;
    }

    /** At time t, or in the last row before it. */
    value(signal: string, t: number): number {
        return this.at(signal, this.indexAt(t));
    }

    /** Between the rows before and after time t. */
    row(t: number): Partial<FleetRow> & { gear: string } {
        const i = this.indexAt(t);
        const [from, to] = [this.trace.time[i]!, this.trace.time[i + 1] ?? NaN];
        const part = to > from ? Math.min(Math.max((t - from) / (to - from), 0), 1) : 0;
        const pose = rowBetween(this.poseAt(i), this.poseAt(to > from ? i + 1 : i), part);
        const vx = this.at("vx", i) || 0;
        return { ...pose, name: this.name, vx, gear: GEARS[this.at("gear", i)] ?? "" };
    }

    /** The wheels, as in a snapshot; empty if the recording does not have them. */
    wheels(t: number): Record<string, unknown> {
        if (!this.signals.has("wheel_spin[0]")) return {};
        const each = (name: (i: number) => string): number[] =>
            WHEELS.map((i) => this.value(name(i), t));
        const [along, across] = [0, 1].map((axis) => each((i) => `Ft[${i}][${axis}]`));
        return {
            wheel_spin: each((i) => `wheel_spin[${i}]`),
            susp: each((i) => `susp[${i}]`),
            Ft: WHEELS.map((i) => [along![i], across![i]]),
        };
    }

    /** The rows from `from` to `to`, at most about 20 a second. */
    window(signals: string[], from: number, to: number): { values: Float32Array[] } {
        const rows: number[] = [];
        let next = -Infinity;
        for (let i = this.indexAt(from); i <= this.indexAt(to); ++i) {
            if (this.trace.time[i]! < next) continue;
            rows.push(i);
            next = this.trace.time[i]! + CLOSEST_S;
        }
        return { values: signals.map((name) => Float32Array.from(rows, (i) => this.at(name, i))) };
    }

    private at(signal: string, index: number): number {
        const column = this.signals.get(signal);
        return (column?.values[index] ?? NaN) * (column?.factor ?? 1);
    }

    /** Index of the last row that is not after t; at least 0. */
    private indexAt(t: number): number {
        const { time } = this.trace;
        let low = 0;
        let high = time.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (time[middle]! > t) high = middle;
            else low = middle + 1;
        }
        return Math.max(low - 1, 0);
    }

    /** A recording has roll and pitch as a quaternion. */
    private poseAt(i: number): Partial<FleetRow> {
        const [x, y, z, w] = AXES.map((axis) => this.at(`q.${axis}`, i)) as [
            number,
            number,
            number,
            number,
        ];
        const or0 = (...values: number[]): number => values.find(Number.isFinite) ?? 0;
        return {
            x: or0(this.at("x", i)),
            y: or0(this.at("y", i)),
            yaw: or0(this.at("yaw", i), Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))),
            roll: or0(this.at("roll", i), Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
            pitch: or0(
                this.at("pitch", i),
                Math.asin(Math.min(Math.max(2 * (w * y - z * x), -1), 1)),
            ),
            steer: or0(this.at("steer", i)),
        };
    }
}
