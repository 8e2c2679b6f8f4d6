// SPDX-License-Identifier: MIT
// Files from the user's disk, written by the packages that also read them.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import test from "node:test";
import { parse } from "@foxglove/rosmsg";
import { MessageWriter } from "@foxglove/rosmsg2-serialization";
import { McapWriter } from "@mcap/core";
import { Rows } from "../src/studio/mcap/rows";
import { Pauses } from "../src/pauses";
import { readRecordingFile } from "../src/studio/recording_file";
import type { Trace } from "../src/studio/trace";

const POSE = `Point position
float64[2] gains
float64[36] covariance
float32[] ranges
bool is_valid
string name
===
MSG: robot/Point
float64 x
int64 y`;
const SPEED = "float64 v";
const NESTED = "robot/Node first\n===\nMSG: robot/Node\nrobot/Node next";
const NOT_A_NUMBER = { gains: [0, 0], covariance: Array(36).fill(0), ranges: [], name: "" };

const pose = (x: number, y: bigint, is_valid = false) => ({
    ...NOT_A_NUMBER,
    position: { x, y },
    is_valid,
});

/** Writes an MCAP file in memory. */
class Recording {
    private parts: Uint8Array[] = [];
    private writers = new Map<number, MessageWriter>();
    private writer: McapWriter;

    constructor(compress?: string) {
        const writable = {
            position: () => BigInt(this.parts.reduce((sum, part) => sum + part.length, 0)),
            write: async (part: Uint8Array) => void this.parts.push(part.slice()),
        };
        const options = compress
            ? {
                  compressChunk: (data: Uint8Array) => ({
                      compression: compress,
                      compressedData: data,
                  }),
              }
            : {};
        this.writer = new McapWriter({ writable, ...options });
    }

    start(): Promise<void> {
        return this.writer.start({ profile: "ros2", library: "test" });
    }

    /** @param written definition of the messages that are written */
    async topic(
        topic: string,
        definition: string,
        { columns = "", messageEncoding = "cdr", written = definition } = {},
    ): Promise<number> {
        const data = new TextEncoder().encode(definition);
        const schema = { name: "robot/Type", encoding: "ros2msg", data };
        const schemaId = await this.writer.registerSchema(schema);
        const metadata = new Map(columns ? [["columns", columns]] : []);
        const channel = { topic, schemaId, messageEncoding, metadata };
        const id = await this.writer.registerChannel(channel);
        this.writers.set(id, new MessageWriter(parse(written, { ros2: true })));
        return id;
    }

    add(channelId: number, time_s: number, value: unknown, sequence = 0): Promise<void> {
        const time = BigInt(Math.round(1e9 * time_s));
        const data = this.writers.get(channelId)!.writeMessage(value);
        return this.writer.addMessage({
            channelId,
            sequence,
            logTime: time,
            publishTime: time,
            data,
        });
    }

    async bytes(): Promise<Uint8Array> {
        await this.writer.end();
        return new Uint8Array(Buffer.concat(this.parts));
    }
}

function read(bytes: Uint8Array | string, name = "drive.mcap"): Promise<Trace> {
    const file = new File([bytes as Uint8Array<ArrayBuffer>], name);
    const { signal } = new AbortController();
    return readRecordingFile(file, { signal, onProgress: () => undefined });
}

async function sample(compress?: string): Promise<Uint8Array> {
    const recording = new Recording(compress);
    await recording.start();
    const speed = await recording.topic("/speed", SPEED);
    for (let i = 0; i < 100; ++i) await recording.add(speed, i, { v: i });
    return recording.bytes();
}

test("a column of another recording keeps its last value, and times begin at 0", async () => {
    const recording = new Recording();
    await recording.start();
    const [poses, speeds] = [
        await recording.topic("/robot/pose", POSE),
        await recording.topic("/speed", SPEED),
    ];
    await recording.add(poses, 100, pose(1.5, -3n, true));
    await recording.add(speeds, 100.5, { v: 7 });
    await recording.add(poses, 100.5, pose(2.5, -4n));
    await recording.add(speeds, 100.25, { v: 6 });
    const sut = await read(await recording.bytes());
    assert.deepEqual(sut.time, [0, 0.25, 0.5]);
    assert.deepEqual(Object.fromEntries(sut.columns), {
        "robot.pose.position.x": [1.5, 2.5, 2.5],
        "robot.pose.position.y": [-3, -4, -4],
        "robot.pose.gains[0]": [0, 0, 0],
        "robot.pose.gains[1]": [0, 0, 0],
        "robot.pose.is_valid": [1, 0, 0],
        "speed.v": [null, 6, 7],
    });
    assert.deepEqual(sut.notes, []);
});

test("a run has one row per complete cycle, and the names of its trace", async () => {
    const recording = new Recording();
    await recording.start();
    const [inputs, poses, other] = [
        await recording.topic("/inputs", SPEED, { columns: "v speed in km/h\n" }),
        await recording.topic("/pose", POSE, { columns: "covariance[30] spread\n" }),
        await recording.topic("/speed", SPEED),
    ];
    for (const [cycle, t] of [0.5, 0.6, 0.7].entries()) {
        await recording.add(inputs, t, { v: cycle }, cycle);
        const covariance = Array.from({ length: 36 }, (_, i) => i + cycle);
        if (cycle !== 1) await recording.add(poses, t, { ...pose(1, 1n), covariance }, cycle);
        await recording.add(other, t, { v: 10 * cycle }, 99);
    }
    const sut = await read(await recording.bytes());
    assert.deepEqual(sut.time, [0.5, 0.7]);
    assert.deepEqual(sut.columns.get("speed in km/h"), [0, 2]);
    assert.deepEqual(sut.columns.get("spread"), [30, 32]);
    assert.deepEqual(sut.columns.get("speed.v"), [0, 20]);
    assert.equal(sut.columns.has("pose.covariance[29]"), false);
    assert.match(sut.notes.join(), /^1 cycles are left out/);
});

test("topics that cannot be read are named, and the others are shown", async () => {
    const recording = new Recording();
    await recording.start();
    const [json, nested, speed] = [
        await recording.topic("/json", SPEED, { messageEncoding: "json" }),
        await recording.topic("/nested", NESTED, { written: SPEED }),
        await recording.topic("/speed", SPEED),
    ];
    await recording.add(json, 0, { v: 1 });
    await recording.add(nested, 0, { v: 1 });
    await recording.add(speed, 1, { v: 5 });
    const sut = await read(await recording.bytes());
    assert.deepEqual([...sut.columns], [["speed.v", [5]]]);
    assert.deepEqual(sut.notes, [
        "/json is left out: its messages are `json`, not `cdr`.",
        "/nested is left out: its type is nested more than 64 levels deep.",
    ]);
});

test("a file that is not closed or is damaged is refused with advice", async () => {
    const bytes = await sample();
    const advice = /was not closed.*`ddc-gateway mcap repair drive.mcap`/;
    await assert.rejects(read(bytes.subarray(0, -20), "drive.mcap.part"), advice);
    await assert.rejects(read(bytes.subarray(0, -20), "drive.mcap.2.part"), advice);
    await assert.rejects(read(bytes.subarray(0, 8)), advice);
    const damaged = bytes.slice();
    damaged[400]! ^= 1;
    await assert.rejects(read(damaged), /^Error: drive.mcap is damaged: .*CRC.*mcap repair/);
    await assert.rejects(read(await sample("lz4")), /^Error: drive.mcap is compressed by lz4/);
    await assert.rejects(read(await sample("zstd")), /drive.mcap is damaged: invalid zstd/);
});

test("a message that its type does not describe is named", async () => {
    const recording = new Recording();
    await recording.start();
    const speed = await recording.topic("/speed", "float64 v\nfloat64 w", { written: SPEED });
    await recording.add(speed, 1, { v: 1 }, 17);
    await assert.rejects(
        read(await recording.bytes()),
        /^Error: drive.mcap is damaged: message 17 of \/speed/,
    );
});

test("an empty recording is refused", async () => {
    const recording = new Recording();
    await recording.start();
    await assert.rejects(read(await recording.bytes()), /no numbers to show/);
});

test("files of other kinds are refused with words about both kinds", async () => {
    const both = /Not a recording: .*MCAP.*trace \(CSV\)/;
    await assert.rejects(read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), "a.png"), both);
    await assert.rejects(read("x,y\n1,2", "route.csv"), both);
    await assert.rejects(read("", "drive.mcap"), /drive.mcap is empty/);
    assert.deepEqual((await read("t_s,v\n0,1", "renamed.mcap")).columns.get("v"), [1]);
});

test("reading reports its progress, and ends when it is aborted", async () => {
    const file = new File([(await sample()) as Uint8Array<ArrayBuffer>], "a.mcap");
    const stop = new AbortController();
    const shares: number[] = [];
    const reading = readRecordingFile(file, {
        signal: stop.signal,
        onProgress: (share) => {
            shares.push(share);
            stop.abort();
        },
    });
    await assert.rejects(reading, { name: "AbortError" });
    assert.deepEqual(shares, [0]);
});

test("a long table keeps every second row, as often as necessary", async () => {
    const sut = new Rows(1000);
    sut.addColumn("a");
    for (let t = 0; t < 3000; ++t) sut.add(t, [10 * t]);
    sut.addColumn("b");
    sut.add(3000, [1, 2]);
    const { time, columns } = await sut.toTrace([], new Pauses());
    assert.equal(sut.stride, 16);
    assert.ok(3 * time.length <= 1000 && 6 * time.length > 1000, String(time.length));
    assert.deepEqual(time.slice(0, 3), [0, 16, 32]);
    assert.deepEqual(columns.get("a")!.slice(0, 3), [0, 160, 320]);
});
