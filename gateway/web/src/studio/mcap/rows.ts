// SPDX-License-Identifier: MIT
// A table of numbers that grows by rows and columns, up to a limit.
import type { Trace } from "../trace";
import type { Pauses } from "../../pauses";

const FIRST_CAPACITY = 1024;

export class Rows {
    private time = new Float64Array(FIRST_CAPACITY);
    private columns: { name: string; values: Float64Array }[] = [];
    private count = 0;
    private given = 0;
    /** One row of so many is kept. */
    stride = 1;

    /** @param mostValues limit of rows times columns; beyond it every second row is dropped */
    constructor(private readonly mostValues: number) {}

    get width(): number {
        return this.columns.length;
    }

    addColumn(name: string): void {
        this.columns.push({ name, values: new Float64Array(this.time.length).fill(NaN) });
    }

    /** Whether the next row is not dropped at once. */
    get keepsNext(): boolean {
        return this.given % this.stride === 0;
    }

    /** @param row a value for each column; NaN: none */
    add(t: number, row: readonly number[]): void {
        const isKept = this.keepsNext;
        this.given += 1;
        if (!isKept) return;
        if (this.count === this.time.length) this.grow();
        this.time[this.count] = t;
        this.columns.forEach(({ values }, i) => (values[this.count] = row[i] ?? NaN));
        this.count += 1;
        while (this.count > 1 && this.count * (this.width + 1) > this.mostValues) this.thin();
    }

    /** Sorted by time, without columns that have no value. */
    async toTrace(notes: string[], pauses: Pauses): Promise<Trace> {
        const order = this.order();
        const columns = new Map<string, (number | null)[]>();
        for (const { name, values } of this.columns) {
            const cells = order.map((i) => (Number.isFinite(values[i]) ? values[i]! : null));
            if (cells.some((cell) => cell !== null)) columns.set(name, cells);
            if (pauses.isDue) await pauses.take();
        }
        return { time: order.map((i) => this.time[i]!), columns, notes };
    }

    /** The indices of the rows, the earliest first. */
    private order(): number[] {
        const order = Array.from({ length: this.count }, (_, i) => i);
        const isSorted = order.every((i) => i === 0 || this.time[i]! >= this.time[i - 1]!);
        return isSorted ? order : order.sort((a, b) => this.time[a]! - this.time[b]!);
    }

    private grow(): void {
        const grown = (old: Float64Array): Float64Array<ArrayBuffer> => {
            const values = new Float64Array(2 * old.length).fill(NaN);
            values.set(old);
            return values;
        };
        this.time = grown(this.time);
        for (const column of this.columns) column.values = grown(column.values);
    }

    private thin(): void {
        const kept = Math.ceil(this.count / 2);
        for (const values of [this.time, ...this.columns.map((column) => column.values)]) {
            for (let i = 0; i < kept; ++i) values[i] = values[2 * i]!;
            values.fill(NaN, kept, this.count);
        }
        this.count = kept;
        this.stride *= 2;
    }
}
