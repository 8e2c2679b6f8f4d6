// SPDX-License-Identifier: MIT
// The last minutes of every signal: one time column and one column of values per signal.

const FIRST_CAPACITY = 2048;
/** Limits memory for programs with long arrays. */
const MOST_SIGNALS = 800;

export class Recording {
    private time = new Float64Array(FIRST_CAPACITY);
    private columns = new Map<string, Float32Array<ArrayBuffer>>();
    private begin = 0;
    private end = 0;

    /** Keeps at least `kept` rows and at most twice as many. */
    constructor(private readonly kept = 12_000) {}

    get size(): number {
        return this.end - this.begin;
    }
    get names(): string[] {
        return [...this.columns.keys()];
    }
    get first(): number {
        return this.size ? this.time[this.begin]! : NaN;
    }
    get last(): number {
        return this.size ? this.time[this.end - 1]! : NaN;
    }

    has(name: string): boolean {
        return this.columns.has(name);
    }

    /** Adds a row. An earlier time starts a new recording; the same time is ignored (false). */
    append(t: number, values: Map<string, number>): boolean {
        if (!Number.isFinite(t) || t === this.last) return false;
        if (t < this.last) this.clear();
        if (this.end === this.time.length) this.makeRoom();
        this.time[this.end] = t;
        for (const column of this.columns.values()) column[this.end] = NaN;
        for (const [name, value] of values) {
            const column = this.columns.get(name) ?? this.addColumn(name);
            if (column) column[this.end] = value;
        }
        this.end += 1;
        if (this.end - this.begin > 2 * this.kept) this.begin = this.end - 2 * this.kept;
        return true;
    }

    clear(): void {
        this.columns.clear();
        this.begin = this.end = 0;
    }

    /** The newest value; NaN if there is none. */
    value(name: string): number {
        return this.size ? (this.columns.get(name)?.[this.end - 1] ?? NaN) : NaN;
    }

    /** The value at time t, or of the last row before it. */
    valueAt(name: string, t: number): number {
        const at = this.indexAfter(t) - 1;
        return at >= this.begin ? (this.columns.get(name)?.[at] ?? NaN) : NaN;
    }

    /** Views, not copies, of the rows from `from` to `to` and one more row at each side. */
    window(
        names: string[],
        from: number,
        to: number,
    ): { time: Float64Array; values: Float32Array[] } {
        const low = Math.max(this.begin, this.indexAfter(from) - 1);
        const high = Math.min(this.end, this.indexAfter(to) + 1);
        const nothing = new Float32Array(Math.max(0, high - low)).fill(NaN);
        return {
            time: this.time.subarray(low, high),
            values: names.map((name) => this.columns.get(name)?.subarray(low, high) ?? nothing),
        };
    }

    /** First index whose time is after t. */
    private indexAfter(t: number): number {
        let low = this.begin;
        let high = this.end;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.time[middle]! > t) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    private addColumn(name: string): Float32Array | null {
        if (this.columns.size >= MOST_SIGNALS) return null;
        const column = new Float32Array(this.time.length).fill(NaN);
        this.columns.set(name, column);
        return column;
    }

    /** Doubles the columns up to their limit; then moves the newest rows to the front. */
    private makeRoom(): void {
        if (this.time.length < 2 * this.kept) {
            const length = Math.min(2 * this.time.length, 2 * this.kept);
            const time = new Float64Array(length);
            time.set(this.time);
            this.time = time;
            for (const [name, old] of this.columns) {
                const column = new Float32Array(length).fill(NaN);
                column.set(old);
                this.columns.set(name, column);
            }
            return;
        }
        const from = this.end - this.kept;
        this.time.copyWithin(0, from, this.end);
        for (const column of this.columns.values()) column.copyWithin(0, from, this.end);
        this.begin = 0;
        this.end = this.kept;
    }
}

/** Values for a chart, with null as a gap: uPlot does not treat NaN as one. */
export function withGaps(values: Float32Array): ArrayLike<number | null> {
    if (!values.includes(NaN)) return values;
    return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

/** Keys of a snapshot that are no signals of the selected vehicle. */
const NOT_SIGNALS = new Set(
    (
        "t timestamp veh live_vid parts faults fleet fleet_driver fleet_spec fleet_cmd vehicles " +
        "level running paused setup_mode npath terrain comms cosim kinematics_warnings"
    ).split(" "),
);

/** All numbers of a snapshot by name: arrays as name[i], nested ones as outer.inner, and ports. */
export function scalarsOf(snapshot: Record<string, unknown>): Map<string, number> {
    const found = new Map<string, number>();
    const add = (name: string, value: unknown): void => {
        if (typeof value === "number") found.set(name, value);
        else if (typeof value === "boolean") found.set(name, value ? 1 : 0);
        else if (Array.isArray(value)) value.forEach((item, i) => add(`${name}[${i}]`, item));
        else if (value !== null && typeof value === "object")
            for (const [key, item] of Object.entries(value)) add(`${name}.${key}`, item);
    };
    for (const [key, value] of Object.entries(snapshot))
        if (key !== "signals" && !NOT_SIGNALS.has(key)) add(key, value);
    for (const [port, value] of Object.entries((snapshot["signals"] ?? {}) as object))
        add(found.has(port) ? `signals.${port}` : port, value);
    return found;
}
