// SPDX-License-Identifier: MIT
// Numbers and times as text: three significant digits, widths that do not change with the value.

/** Narrow, non-breaking. */
const THIN_SPACE = "\u202f";
const FIGURE_SPACE = "\u2007";
export const NO_VALUE = "–";

/** 9.87, 12.3, 123, 0.0123; a dash if there is no value. */
export function figure(value: number | null | undefined, digits = 3): string {
    if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
    const size = Math.abs(value);
    if (size >= 1e6) return minus(value.toExponential(digits - 1));
    const magnitude = size > 0 ? Math.floor(Math.log10(Number(size.toPrecision(digits)))) : 0;
    const decimals = Math.min(Math.max(digits - 1 - magnitude, 0), digits + 1);
    return minus(value.toFixed(decimals));
}

/** With fixed decimals, padded to `width` digits. */
export function fixed(value: number | null | undefined, decimals: number, width: number): string {
    const known = value !== null && value !== undefined && Number.isFinite(value);
    const text = known ? minus(value.toFixed(decimals)) : NO_VALUE;
    return text.padStart(width, FIGURE_SPACE);
}

export function withUnit(text: string, unit: string): string {
    return unit === "" || unit === "1" ? text : text + THIN_SPACE + unit;
}

/** 4 ms, 0.4 s, 12 s, 3 min 05 s */
export function duration(seconds: number | null | undefined): string {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NO_VALUE;
    if (seconds < 0.0995) return withUnit(String(Math.round(seconds * 1000)), "ms");
    if (seconds < 9.95) return withUnit(seconds.toFixed(1), "s");
    if (seconds < 60) return withUnit(String(Math.floor(seconds)), "s");
    const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
    return withUnit(String(Math.floor(seconds / 60)), "min ") + withUnit(rest, "s");
}

/** 14:03:07.250 in local time. */
export function timeOfDay(seconds_since_1970: number): string {
    const date = new Date(seconds_since_1970 * 1000);
    return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Adds a full stop, and a capital unless the text begins with a key or a number. */
export function asSentence(words: string): string {
    const begun = /^[a-z]+[ ,]/.test(words) ? words[0]!.toUpperCase() + words.slice(1) : words;
    return /[.!?]$/.test(begun) ? begun : begun + ".";
}

function minus(text: string): string {
    return /^-[0.]*$/.test(text) ? text.slice(1) : text.replace("-", "\u2212");
}
