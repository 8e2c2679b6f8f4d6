// SPDX-License-Identifier: MIT
// The replies of the studio to requests under /api/studio/.
import type { LogLine, Problem } from "../contract";

export type RunKind = "run" | "vdsim_realtime";

export interface Example {
    id: string;
    title: string;
    text: string;
    kind: RunKind;
    /** Path in the studio's folder. */
    file: string;
}

export interface FileEntry {
    path: string;
    /** Name of its schema, such as "tyre"; another word for files that have none. */
    kind: string;
}

export interface About {
    folder: string;
    version: string;
    examples: Example[];
    files: FileEntry[];
}

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
    [key: string]: Json;
}

export interface RunRow {
    id: string;
    name: string;
    /** "vds1": attached to remote vehicles. */
    kind: RunKind | "vds1";
    state: "starting" | "running" | "ended";
    exit_code: number | null;
    /** Seconds since 1970. */
    started: number | null;
    ended: number | null;
    verdict: string | null;
    summary: Json;
}

export interface RunDetail extends RunRow {
    log: LogLine[];
    yaml: string;
    files: { name: string; vehicle: number; href: string }[];
}

export interface Problems {
    problems: Problem[];
}
