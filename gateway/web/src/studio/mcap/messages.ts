// SPDX-License-Identifier: MIT
// Collects the messages of a recording in rows: one per cycle of a run, or one per time of another
// recording. In these a column keeps its last value.
import type { TypedMcapRecord, TypedMcapRecords } from "@mcap/core";
import type { Pauses } from "../../pauses";
import type { Trace } from "../trace";
import { Rows } from "./rows";
import { isOfTrace, Topic, type Channel, type Schema } from "./topic";

/** At most 80 MB as numbers; a browser needs two or three times as much. */
const MOST_VALUES = 10_000_000;
const MOST_COLUMNS = 5000;
const MOST_NOTES = 5;
/** The lines of a run's log have numbers, but none to draw. */
const LOG_TYPE = "rcl_interfaces/msg/Log";

type Message = TypedMcapRecords["Message"];

export class Messages {
    private channels = new Map<number, Channel>();
    private schemas = new Map<number, Schema>();
    /** null: the topic is left out. */
    private topics: Map<number, Topic | null> | null = null;
    private rows = new Rows(MOST_VALUES);
    private row: number[] = [];
    private isRun = false;
    /** Messages of the trace in the current row of a run, and in a complete one. */
    private filled = 0;
    private wanted = 0;
    private current: Pick<Message, "logTime" | "sequence"> | null = null;
    private first_ns = 0n;
    private partial = 0;
    private notes: string[] = [];

    take(record: TypedMcapRecord): void {
        if (record.type === "Schema") this.schemas.set(record.id, record);
        else if (record.type === "Channel") this.channels.set(record.id, record);
        else if (record.type === "Metadata") this.takeMetadata(record);
        else if (record.type === "Message") this.takeMessage(record);
    }

    /** A run may have added the wall clock at its start to all times. */
    private takeMetadata({ name, metadata }: TypedMcapRecords["Metadata"]): void {
        const epoch = name === "clock" ? (metadata.get("epoch_ns") ?? "") : "";
        if (/^\d+$/.test(epoch)) this.first_ns = BigInt(epoch);
    }

    /** @throws Error that describes why there is nothing to show */
    async toTrace(pauses: Pauses): Promise<Trace> {
        this.endRow();
        const notes = this.notes.slice(0, MOST_NOTES);
        const more = this.notes.length - notes.length;
        if (more > 0) notes.push(`${more} more topics are left out.`);
        if (this.partial > 0)
            notes.push(`${this.partial} cycles are left out: some of their messages are missing.`);
        if (this.rows.stride > 1)
            notes.push(`It is long: one row of ${this.rows.stride} is shown.`);
        const trace = await this.rows.toTrace(notes, pauses);
        if (trace.columns.size === 0)
            throw new Error(["It has no numbers to show.", ...notes].join(" "));
        return trace;
    }

    private takeMessage(message: Message): void {
        const topic = this.topicOf(message);
        if (!topic) return;
        // In a run only the topics of its trace begin a row.
        if (!this.isRun || topic.isOfTrace) {
            if (!this.isOfRow(message)) {
                this.endRow();
                this.current = message;
            }
            this.filled += 1;
        }
        // In other recordings the value may be the last one in a row that is kept.
        if (this.isRun && !this.rows.keepsNext) return;
        try {
            topic.read(message.data, this.row);
        } catch (error) {
            const { message: reason } = error as Error;
            throw new Error(`message ${message.sequence} of ${topic.name}: ${reason}`);
        }
    }

    private isOfRow({ logTime, sequence }: Message): boolean {
        if (logTime !== this.current?.logTime) return false;
        return !this.isRun || sequence === this.current.sequence;
    }

    private endRow(): void {
        if (!this.current) return;
        const t = Number(this.current.logTime - this.first_ns) / 1e9;
        if (!this.isRun || this.filled === this.wanted) this.rows.add(t, this.row);
        else this.partial += 1;
        this.filled = 0;
        this.current = null;
    }

    private topicOf(message: Message): Topic | null {
        if (!this.topics) this.begin(message);
        const topic = this.topics!.get(message.channelId);
        return topic === undefined ? this.addTopic(message.channelId) : topic;
    }

    /** The topics of a run exist by its first message; other tools write them in its first cycle. */
    private begin(message: Message): void {
        this.topics = new Map();
        const ofTrace = [...this.channels.values()].filter(isOfTrace);
        this.isRun = ofTrace.length > 0;
        ofTrace.forEach(({ id }) => this.addTopic(id));
        if (!this.isRun) this.first_ns = message.logTime;
    }

    private addTopic(id: number): Topic | null {
        const channel = this.channels.get(id)!;
        const topic = this.makeTopic(channel);
        this.topics!.set(id, topic);
        if (topic?.isOfTrace) this.wanted += 1;
        for (const name of topic?.columns ?? []) {
            this.rows.addColumn(name);
            this.row.push(NaN);
        }
        return topic;
    }

    private makeTopic(channel: Channel): Topic | null {
        const schema = this.schemas.get(channel.schemaId);
        if (schema?.name === LOG_TYPE) return null;
        try {
            const topic = new Topic(channel, schema, this.rows.width);
            if (this.rows.width + topic.columns.length > MOST_COLUMNS)
                throw new Error(`there are more than ${MOST_COLUMNS} columns`);
            return topic;
        } catch (error) {
            const reason = (error as Error).message.replace(/\.?$/, ".");
            this.notes.push(`${channel.topic} is left out: ${reason}`);
            return null;
        }
    }
}
