// SPDX-License-Identifier: MIT
// Recordings are read by the packages that Foxglove uses, which are independent of the project.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { File } from "node:buffer";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "@foxglove/rosmsg";
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import { importSource } from "./page_source.mjs";

const BIN = process.env.DDC_BIN ?? "";
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const folder = mkdtempSync(join(tmpdir(), "ddc-web-mcap-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program, ...words) {
    const env = { ...process.env, DDC_NAME: `mcap.${process.pid}` };
    const done = spawnSync(join(BIN, program), words, { cwd: folder, env, encoding: "utf8" });
    assert.equal(done.status, 0, `${program}: ${done.stderr}`);
    return done.stdout;
}

const decompressHandlers = {
    zstd: (data, size) => decompress(data, new Uint8Array(Number(size))),
};

/** The reader interface of a file in memory. */
const readable = (bytes) => ({
    size: async () => BigInt(bytes.length),
    read: async (offset, size) => bytes.subarray(Number(offset), Number(offset + size)),
});

const isAscii = (text) => [...text].every((letter) => letter.codePointAt(0) < 128);

/** Decodes messages by the definitions in the file. */
class Decoder {
    readers = new Map();

    decode(schema, data) {
        let found = this.readers.get(schema.id);
        if (found === undefined) {
            const types = parse(new TextDecoder().decode(schema.data), { ros2: true });
            found = { reader: new MessageReader(types), writer: new MessageWriter(types) };
            this.readers.set(schema.id, found);
        }
        const value = found.reader.readMessage(data);
        // Their writer gives the same bytes, so no byte was skipped. It supports only ASCII.
        if (isAscii(JSON.stringify(plain(value))))
            assert.deepEqual(Buffer.from(found.writer.writeMessage(value)), Buffer.from(data));
        return value;
    }
}

/** Reads by summary and index, as a viewer does. */
async function readIndexed(bytes) {
    const reader = await McapIndexedReader.Initialize({
        readable: readable(bytes),
        decompressHandlers,
    });
    const decoder = new Decoder();
    const messages = [];
    for await (const message of reader.readMessages({ validateCrcs: true })) {
        const channel = reader.channelsById.get(message.channelId);
        const schema = reader.schemasById.get(channel.schemaId);
        const value = decoder.decode(schema, message.data);
        messages.push({ topic: channel.topic, type: schema.name, time: message.logTime, value });
    }
    return { reader, messages };
}

/** Reads sequentially, without the summary. */
function readStream(bytes) {
    const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
    reader.append(bytes);
    const decoder = new Decoder();
    const schemas = new Map();
    const channels = new Map();
    const messages = [];
    for (let record; (record = reader.nextRecord()) !== undefined;) {
        if (record.type === "Schema") schemas.set(record.id, record);
        if (record.type === "Channel") channels.set(record.id, record);
        if (record.type !== "Message") continue;
        const channel = channels.get(record.channelId);
        const schema = schemas.get(channel.schemaId);
        const value = decoder.decode(schema, record.data);
        messages.push({ topic: channel.topic, type: schema.name, time: record.logTime, value });
    }
    return { messages, isWhole: reader.done() };
}

/** Typed arrays become plain arrays; times get the field names of their definition. */
function plain(value) {
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, plain);
    if (typeof value === "bigint") return String(value);
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (typeof value !== "object") return value;
    const fields = Object.entries(value).map(([name, field]) => [
        name === "nsec" ? "nanosec" : name,
        plain(field),
    ]);
    return Object.fromEntries(fields);
}

/** The message types of the tables, from their headers. */
function typesInTables() {
    const names = new Set();
    for (const place of ["libddc/recording/include/ddc/recording", "gateway/src/protocol/messages"])
        for (const file of readdirSync(join(PROJECT, place))) {
            const text = readFileSync(join(PROJECT, place, file), "utf8");
            for (const [, name] of text.matchAll(/string_view name = "(\w+\/msg\/\w+)"/g))
                names.add(name);
        }
    return names;
}

test("messages of every type have the values that were written", async () => {
    run("every_message", folder);
    const bytes = readFileSync(join(folder, "every_message.mcap"));
    const written = JSON.parse(readFileSync(join(folder, "every_message.json"), "utf8"));
    const { reader, messages } = await readIndexed(bytes);

    assert.equal(messages.length, written.length);
    for (const [i, { topic, type, time_ns, value }] of written.entries()) {
        const read = messages[i];
        assert.equal(read.topic, topic);
        assert.equal(read.type, type);
        assert.equal(read.time, BigInt(time_ns));
        assert.deepEqual(plain(read.value), value, `message ${i}, ${type}`);
    }
    const types = new Set(written.map(({ type }) => type));
    for (const type of typesInTables())
        assert.ok(types.has(type), `${type} is missing in tests/recording/every_message.cpp`);

    assert.equal(reader.header.profile, "ros2");
    assert.equal(reader.statistics.messageCount, BigInt(written.length));
    for (const channel of reader.channelsById.values()) {
        assert.equal(channel.messageEncoding, "cdr");
        assert.ok(channel.metadata.has("offered_qos_profiles"));
        assert.equal(reader.schemasById.get(channel.schemaId).encoding, "ros2msg");
    }
    assert.deepEqual(readStream(bytes), { messages, isWhole: true });
});

test("attachments and metadata are found by the index", async () => {
    run("every_message", folder);
    const { reader } = await readIndexed(readFileSync(join(folder, "every_message.mcap")));
    const attachments = [];
    for await (const one of reader.readAttachments({ validateCrcs: true })) attachments.push(one);
    assert.deepEqual(
        attachments.map((one) => [one.name, one.mediaType, String(Buffer.from(one.data))]),
        [["run.yaml", "application/yaml", "duration_s: 1\n"]],
    );
    const metadata = [];
    for await (const one of reader.readMetadata()) metadata.push(one);
    assert.deepEqual(
        metadata.map(({ name, metadata }) => [name, ...metadata]),
        [["made by", ["name", "every_message"]]],
    );
});

/** The columns of a recording on the page of the studio. */
async function shownByPage(name) {
    const { readRecordingFile } = await importSource("studio/recording_file.ts");
    const file = new File([readFileSync(join(folder, name))], name);
    const { signal } = new AbortController();
    return readRecordingFile(file, { signal, onProgress: () => undefined });
}

/** Columns of a trace by name. */
function readTrace(file) {
    const [names, ...rows] = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(","));
    return Object.fromEntries(names.map((name, i) => [name, rows.map((row) => Number(row[i]))]));
}

test("a recording with times of the wall clock has simulated times on the page", async () => {
    writeFileSync(
        join(folder, "clock.yaml"),
        `duration_s: 1
program: {exec: [autopilot_basic, "4000"]}
trace: clock.csv
record: {file: clock.mcap, epoch: start}
`,
    );
    run("ddc-gateway", "run", "clock.yaml");
    const shown = await shownByPage("clock.mcap");
    const { t_s } = readTrace(join(folder, "clock.csv"));
    assert.equal(shown.time.length, t_s.length);
    for (const [i, t] of shown.time.entries()) assert.ok(Math.abs(t - t_s[i]) < 1e-9);
});

const NOT_EACH_CYCLE = new Set(["/rosout", "/scene", "/route", "/vehicle/fix", "/diagnostics"]);

test("the recording of a run has the values of its trace", async () => {
    writeFileSync(
        join(folder, "run.yaml"),
        `duration_s: 3
program: {exec: [autopilot_basic, "4000"]}
route: {file: ${join(PROJECT, "programs/demo/route.csv")}}
vehicle: {sensors: ${join(PROJECT, "plant/data/sensor/sedan.yaml")}}
safety: {preset: autoware_auto}
trace: trace.csv
record: run.mcap
`,
    );
    run("ddc-gateway", "run", "run.yaml");
    const trace = readTrace(join(folder, "trace.csv"));
    const { reader, messages } = await readIndexed(readFileSync(join(folder, "run.mcap")));
    const topics = new Map();
    for (const { topic, value } of messages) {
        if (!topics.has(topic)) topics.set(topic, []);
        topics.get(topic).push(value);
    }
    for (const channel of reader.channelsById.values())
        if (!NOT_EACH_CYCLE.has(channel.topic))
            assert.equal(topics.get(channel.topic)?.length, trace.t_s.length, channel.topic);

    const column = (topic, value) => topics.get(topic).map(value);
    const odometry = (value) => column("/vehicle/odometry", value);
    assert.deepEqual(
        odometry(({ pose }) => pose.pose.position.x),
        trace.x_m,
    );
    assert.deepEqual(
        odometry(({ twist }) => twist.twist.linear.x),
        trace.vx_mps,
    );
    assert.deepEqual(
        odometry(({ header }) => (header.stamp.sec * 1e9 + header.stamp.nsec) / 1e9),
        trace.t_s,
    );
    assert.deepEqual(
        column("/tf", ({ transforms }) => transforms[0].transform.translation.y),
        trace.y_m,
    );
    assert.deepEqual(
        column("/program/outputs", (outputs) => outputs.set_gas),
        trace.set_gas,
    );
    assert.equal(topics.get("/program/inputs")[0].trajectory_x.length, 10);

    const shown = await shownByPage("run.mcap");
    assert.deepEqual(shown.notes, []);
    assert.deepEqual(shown.time, trace.t_s);
    for (const [name, values] of Object.entries(trace))
        if (name !== "t_s") assert.deepEqual(shown.columns.get(name), values, name);
    assert.deepEqual(
        shown.columns.get("vehicle.state.wheel_load_n[3]"),
        column("/vehicle/state", (state) => state.wheel_load_n[3]),
    );
});

test("the page shows a recording of every type that it can read", async () => {
    run("every_message", folder);
    const { columns, notes } = await shownByPage("every_message.mcap");
    assert.ok(columns.size > 100, String(columns.size));
    assert.deepEqual(notes, []);
});
