// SPDX-License-Identifier: MIT
// Saves files of data that the page has.
import { html } from "../dom";
import type { Recording } from "../recording";

export function downloadText(name: string, type: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = html("a", { href: address, download: name.replace(/[^\w.-]+/g, "_") });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** All that is recorded as CSV, one row per snapshot; a missing value is an empty cell. */
export function traceOf(recording: Recording): string {
    const names = recording.names.sort();
    const { time, values } = recording.window(names, -Infinity, Infinity);
    const cell = (value: number): string =>
        Number.isFinite(value) ? String(Number(value.toPrecision(7))) : "";
    const rows = [["time_s", ...names].join()];
    for (let i = 0; i < time.length; ++i)
        rows.push([String(time[i]), ...values.map((column) => cell(column[i]!))].join());
    return rows.join("\n") + "\n";
}
