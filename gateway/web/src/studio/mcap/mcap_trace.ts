// SPDX-License-Identifier: MIT
// Reads a recording (MCAP) in the browser. Loaded only when a file of this kind is opened.
import { McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import { Pauses } from "../../pauses";
import { isMagic, MAGIC, type Reading } from "../recording_file";
import type { Trace } from "../trace";
import { Messages } from "./messages";

const PIECE_BYTES = 1 << 20;
const MOST_CHUNK_BYTES = 128 << 20;

/** An error whose text needs no advice about damage. */
class Refusal extends Error {}

const decompressHandlers = {
    zstd: (bytes: Uint8Array, size: bigint): Uint8Array => {
        if (size > MOST_CHUNK_BYTES) throw new Refusal(tooLong());
        return decompress(bytes, new Uint8Array(Number(size)));
    },
    lz4: (): never => {
        throw new Refusal(
            "is compressed by lz4, which is not supported. Convert it with `mcap compress` of the " +
                "MCAP command line.",
        );
    },
};

/** @throws Error that describes why the file cannot be shown */
export async function readMcap(file: File, reading: Reading): Promise<Trace> {
    if (!(await isClosed(file)))
        throw new Error(
            `${file.name} was not closed: its run has not ended, or was killed. If it was killed, ` +
                `\`ddc-gateway mcap repair ${repairable(file.name)}\` makes a whole recording of it.`,
        );
    const messages = new Messages();
    const pauses = new Pauses();
    try {
        await readRecords(file, messages, pauses, reading);
    } catch (error) {
        if (reading.signal.aborted) throw error;
        throw new Error(`${file.name} ${problemOf(error, file.name)}`);
    }
    return messages.toTrace(pauses);
}

async function readRecords(
    file: File,
    messages: Messages,
    pauses: Pauses,
    { signal, onProgress }: Reading,
): Promise<void> {
    const reader = new McapStreamReader({ decompressHandlers });
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
        const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
        onProgress(at / file.size);
        signal.throwIfAborted();
        reader.append(new Uint8Array(piece));
        for (let record; (record = reader.nextRecord());) {
            messages.take(record);
            if (!pauses.isDue) continue;
            await pauses.take();
            signal.throwIfAborted();
        }
        if (reader.bytesRemaining() > MOST_CHUNK_BYTES) throw new Refusal(tooLong());
    }
}

/** A closed recording ends with the bytes with which it begins. */
async function isClosed(file: File): Promise<boolean> {
    const end = new Uint8Array(await file.slice(-MAGIC.length).arrayBuffer());
    return file.size > MAGIC.length && isMagic(end);
}

/** The command takes the name that the recording would have got. */
function repairable(name: string): string {
    return name.replace(/(\.\d+)?\.part$/, "");
}

function tooLong(): string {
    return `has a chunk of more than ${MOST_CHUNK_BYTES >> 20} MB. Write it again with smaller chunks.`;
}

/** What the file is or has, and what to do. */
function problemOf(error: unknown, name: string): string {
    if (error instanceof Refusal) return error.message;
    const reason = (error as Error).message.replace(/ \[library=.*\]$/, "");
    return `is damaged: ${reason}. \`ddc-gateway mcap repair ${name}\` keeps what is before it.`;
}
