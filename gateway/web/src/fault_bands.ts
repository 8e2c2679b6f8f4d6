// SPDX-License-Identifier: MIT
// When faults were active, from the columns of a run or a recording that are 1 during a fault.

/** A time in which a fault was active. */
export interface FaultBand {
    name: string;
    from: number;
    until: number;
}

const PREFIX = "fault.";
/** Further ones of a range are not shown. */
const MOST_BANDS = 200;

/**
 * The fault of a column, or null: `fault.NAME`, and `faults.NAME` or `VEHICLE.faults.NAME` of the
 * topics of vdsim_realtime.
 */
export function faultOf(column: string): string | null {
    if (column.startsWith(PREFIX)) return column.slice(PREFIX.length);
    const [, vehicle, name] = /^(?:([^.]+)\.)?faults\.(?!header\.)(.+)$/.exec(column) ?? [];
    if (name === undefined) return null;
    return vehicle === undefined ? name : `${name} of ${vehicle}`;
}

/**
 * The bands in some rows. A fault is active until the first row without it; a row without a value
 * changes nothing.
 */
export function bandsIn(
    columns: readonly string[],
    rows: { time: ArrayLike<number>; values: ArrayLike<number | null | undefined>[] },
): FaultBand[] {
    const bands: FaultBand[] = [];
    columns.forEach((column, c) => {
        const name = faultOf(column) ?? column;
        let band: FaultBand | null = null;
        for (let i = 0; i < rows.time.length; ++i) {
            const value = rows.values[c]![i] ?? NaN;
            const t = rows.time[i]!;
            if (Number.isNaN(value)) continue;
            if (band) band.until = t;
            if (value < 0.5) {
                band = null;
            } else if (!band) {
                band = { name, from: t, until: t };
                if (bands.length < MOST_BANDS) bands.push(band);
            }
        }
    });
    return bands;
}

/** The columns of the faults among all columns. */
export function faultColumns(columns: readonly string[]): string[] {
    return columns.filter((column) => faultOf(column) !== null);
}

/** The values of the columns of faults in one snapshot. */
export function faultValues(
    names: readonly string[],
    states: readonly boolean[],
): [column: string, value: number][] {
    return names
        .slice(0, states.length)
        .map((name, i) => [PREFIX + name, states[i] ? 1 : 0]);
}
