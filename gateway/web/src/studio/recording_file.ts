// SPDX-License-Identifier: MIT
// A file from the user's disk: a recording (MCAP) or a trace (CSV), whatever its name is.
import { readTraceText, type Trace } from "./trace";

/** The first and the last bytes of an MCAP file. */
export const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];
const LOOKED_AT = 4096;
/** The text of a file must fit into one string. */
const LONGEST_CSV_MB = 256;

export function isMagic(bytes: Uint8Array): boolean {
    return MAGIC.every((byte, i) => bytes[i] === byte);
}

export interface Reading {
    /** Ends the reading of a long file. */
    signal: AbortSignal;
    /** Called with the part of the file that has been read, 0 to 1. */
    onProgress(share: number): void;
}

/**
 * @throws Error that describes why the file cannot be shown
 */
export async function readRecordingFile(file: File, reading: Reading): Promise<Trace> {
    const begin = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
    if (begin.length === 0) throw new Error(`${file.name} is empty.`);
    if (isMagic(begin)) {
        const { readMcap } = await import("./mcap/mcap_trace");
        return readMcap(file, reading);
    }
    if (begin.includes(0))
        throw new Error(
            `Not a recording: ${file.name} is neither an MCAP file nor a trace (CSV). ` +
                "The keys `record` and `trace` of a run write them.",
        );
    if (file.size > LONGEST_CSV_MB << 20)
        throw new Error(
            `${file.name} has more than ${LONGEST_CSV_MB} MB. Record long runs as MCAP with the ` +
                "key `record`, or draw the trace with `ddc-gateway plot`.",
        );
    return readTraceText(await file.text());
}
