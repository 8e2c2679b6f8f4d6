// SPDX-License-Identifier: MIT
// The state of a run as a light and as words.
import type { Light } from "../contract";
import type { RunRow } from "./contract";

const DEGRADED = 3;

const STOPPED = "stopped";

export function lightOf({ kind, state, exit_code, verdict }: RunRow): Light {
    // A vehicle that was attached to keeps running without the studio.
    if (state === "starting" || (state === "ended" && kind === "vds1")) return "grey";
    if (verdict === STOPPED) return "grey";
    if (state === "running" || exit_code === 0) return "green";
    return exit_code === DEGRADED ? "amber" : "red";
}

export function wordsOf({ state, exit_code, verdict }: RunRow): string {
    if (state !== "ended") return state;
    return verdict ?? (exit_code === 0 ? "done" : `ended with ${exit_code ?? "a signal"}`);
}
