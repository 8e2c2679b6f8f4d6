// SPDX-License-Identifier: MIT
// The columns of one topic of a recording, with the names that the commands give them.
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import type { TypedMcapRecords } from "@mcap/core";
import { numbersOf, valueIn, type MessageNumber } from "./message_numbers";

export type Channel = TypedMcapRecords["Channel"];
export type Schema = TypedMcapRecords["Schema"];

/** Key of a channel's metadata: lines `PATH NAME`, the numbers that are columns of the run's trace. */
const COLUMNS_KEY = "columns";
/** Longer arrays, such as covariances, are columns only if the trace has them. */
const LONGEST_ARRAY = 16;

export function isOfTrace(channel: Channel): boolean {
    return channel.metadata.has(COLUMNS_KEY);
}

export class Topic {
    readonly name: string;
    readonly columns: string[];
    /** Whether each row of the trace has a message of it. */
    readonly isOfTrace: boolean;
    private reader: MessageReader;
    private numbers: MessageNumber[];

    /**
     * @param first index of its first column in a row
     * @throws Error that describes why its messages cannot be read
     */
    constructor(
        channel: Channel,
        schema: Schema | undefined,
        private readonly first: number,
    ) {
        this.name = channel.topic;
        this.isOfTrace = isOfTrace(channel);
        const types = typesOf(channel, schema);
        this.reader = new MessageReader(types);
        const named = namesIn(channel.metadata.get(COLUMNS_KEY) ?? "");
        this.numbers = numbersOf(types).filter(
            ({ path, arrayLength }) => named.has(path) || arrayLength <= LONGEST_ARRAY,
        );
        const topic = channel.topic.replace(/^\/(?=.)/, "").replaceAll("/", ".");
        this.columns = this.numbers.map(({ path }) => named.get(path) ?? `${topic}.${path}`);
    }

    /** Writes the numbers of a message to their columns of the row. */
    read(message: Uint8Array, row: number[]): void {
        const value: unknown = this.reader.readMessage(message);
        this.numbers.forEach((number, i) => (row[this.first + i] = valueIn(value, number)));
    }
}

function typesOf(channel: Channel, schema: Schema | undefined) {
    if (channel.messageEncoding !== "cdr")
        throw new Error(`its messages are \`${channel.messageEncoding}\`, not \`cdr\``);
    if (!schema) throw new Error("its type is not defined");
    if (schema.encoding !== "ros2msg")
        throw new Error(`its type is defined as \`${schema.encoding}\`, not as \`ros2msg\``);
    return parse(new TextDecoder().decode(schema.data), { ros2: true });
}

function namesIn(text: string): Map<string, string> {
    const lines = text.split("\n").map((line) => line.split(/ (.*)/) as [string, string]);
    return new Map(lines.filter(([, name]) => name));
}
