// SPDX-License-Identifier: MIT
// Live runs and recordings are viewed by an independent client of Foxglove's protocol.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import protocol from "@foxglove/ws-protocol";
import { McapWriter } from "@mcap/core";
import { WebSocket } from "ws";
import { addressOf, startAnnounced } from "./announced.mjs";

const { FoxgloveClient } = protocol;
const SDK = "foxglove.sdk.v1";
const LEGACY = FoxgloveClient.SUPPORTED_SUBPROTOCOL;
const LIMIT_MS = 30_000;
const BIN = process.env.DDC_BIN ?? "";
const folder = mkdtempSync(join(tmpdir(), "ddc-web-viewer-"));
const env = { ...process.env, DDC_NAME: `viewer.${process.pid}` };
const children = [];
after(async () => {
    for (const child of children) child.kill("SIGINT");
    await Promise.all(children.map(hasEnded));
    rmSync(folder, { recursive: true, force: true });
});

const hasEnded = async (child) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
};

/** Starts ddc-gateway and waits for an output that matches. @returns the address for viewers */
async function start(words, wanted) {
    const options = { cwd: folder, env };
    const { child, announcement } = startAnnounced(join(BIN, "ddc-gateway"), words, options);
    children.push(child);
    let output = "";
    await new Promise((resolve, reject) => {
        const fail = (why) => reject(new Error(`${words.join(" ")}: ${why}: ${output}`));
        const timer = setTimeout(() => fail("no matching output"), LIMIT_MS);
        for (const stream of [child.stdout, child.stderr])
            stream.on("data", (text) => {
                output += text;
                if (!wanted.test(output)) return;
                clearTimeout(timer);
                resolve();
            });
        child.on("exit", () => fail("has ended"));
    });
    return addressOf(await announcement, "ws", "/foxglove");
}

/** A client that stores everything it receives, and can wait for a condition. */
class Viewer {
    topics = new Map();
    messages = new Map();
    received = {
        time: [],
        status: [],
        parameterValues: [],
        serviceCallResponse: [],
        serviceCallFailure: [],
        error: [],
    };
    /** The last time of the server before each message. */
    clock = [];
    services = new Map();
    #subscribed = new Map();
    #waiting = new Set();

    constructor(address, name) {
        this.socket = new WebSocket(address, [name]);
        this.client = new FoxgloveClient({ ws: this.socket });
        const on = (event, handle) =>
            this.client.on(event, (...words) => {
                handle(...words);
                for (const check of this.#waiting) check();
            });
        for (const [event, list] of Object.entries(this.received))
            on(event, (one) => list.push(one));
        on("serverInfo", (info) => (this.info = info));
        on("advertise", (channels) => {
            for (const channel of channels) this.topics.set(channel.topic, channel);
        });
        on("advertiseServices", (services) => {
            for (const service of services) this.services.set(service.name, service);
        });
        on("message", ({ subscriptionId, timestamp, data }) => {
            const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
            this.messages.get(this.#subscribed.get(subscriptionId)).push({ timestamp, bytes });
            this.clock.push({ timestamp, time: this.received.time.at(-1)?.timestamp });
        });
    }

    subscribe(topic) {
        this.messages.set(topic, []);
        this.#subscribed.set(this.client.subscribe(this.topics.get(topic).id), topic);
    }

    call(service, callId) {
        const data = new DataView(new TextEncoder().encode("{}").buffer);
        const serviceId = this.services.get(service).id;
        this.client.sendServiceCallRequest({ serviceId, callId, encoding: "json", data });
    }

    async until(condition) {
        await new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`timed out: ${condition}`)), LIMIT_MS);
            const check = () => {
                if (!condition()) return;
                clearTimeout(timer);
                this.#waiting.delete(check);
                resolve();
            };
            this.#waiting.add(check);
            check();
        });
        assert.deepEqual(this.received.error, []);
    }

    /** The messages of a topic, decoded by the definition that the server sent. */
    values(topic) {
        const reader = new MessageReader(parse(this.topics.get(topic).schema, { ros2: true }));
        return this.messages.get(topic).map(({ bytes }) => reader.readMessage(bytes));
    }

    close() {
        this.client.close();
    }
}

for (const name of [SDK, LEGACY])
    test(`a run is viewed, paused and stopped by ${name}`, async () => {
        writeFileSync(
            join(folder, "run.yaml"),
            'mode: realtime\nprogram: {exec: [autopilot_basic, "4000"]}\n',
        );
        const words = ["run", "run.yaml", "--data-port", "0"];
        const viewer = new Viewer(await start(words, /data port at/), name);
        await viewer.until(
            () => viewer.topics.has("/vehicle/odometry") && viewer.services.size > 0,
        );
        assert.equal(viewer.socket.protocol, name);
        viewer.subscribe("/vehicle/odometry");
        await viewer.until(() => viewer.messages.get("/vehicle/odometry").length > 5);
        const seen = viewer.messages.get("/vehicle/odometry");
        for (const [i, value] of viewer.values("/vehicle/odometry").entries()) {
            const { sec, nsec } = value.header.stamp;
            assert.equal(BigInt(sec) * 1_000_000_000n + BigInt(nsec), seen[i].timestamp);
            assert.equal(value.child_frame_id, "cog");
        }
        assert.ok(viewer.received.time.length > 0);

        viewer.client.setParameters([{ name: "paused", value: true }], "mine");
        await viewer.until(() => viewer.received.parameterValues.length > 0);
        const { id, parameters } = viewer.received.parameterValues[0];
        assert.equal(id, "mine");
        assert.deepEqual(
            parameters.find((one) => one.name === "paused"),
            { name: "paused", value: true },
        );
        viewer.call("/resume", 7);
        await viewer.until(() => viewer.received.serviceCallResponse.length > 0);
        const [response] = viewer.received.serviceCallResponse;
        assert.equal(response.callId, 7);
        assert.deepEqual(JSON.parse(new TextDecoder().decode(response.data)), { text: "ok" });
        viewer.call("/stop", 8);
        assert.ok([0, 3].includes(await hasEnded(children.at(-1))));
    });

test("a viewer without knowledge of the paths gets times in order, headers, levels and reasons", async () => {
    writeFileSync(
        join(folder, "root.yaml"),
        'mode: realtime\nprogram: {exec: [autopilot_basic, "4000"]}\nsafety: {preset: autoware_auto}\n',
    );
    const address = await start(["run", "root.yaml", "--data-port", "0"], /data port at/);
    const viewer = new Viewer(address.replace("/foxglove", "/"), SDK);
    const own = ["/vehicle/state", "/command/after_filters", "/timing", "/program/outputs"];
    await viewer.until(() => own.every((topic) => viewer.topics.has(topic)) && viewer.services.size);
    for (const { encoding, schemaEncoding } of viewer.topics.values())
        assert.deepEqual([encoding, schemaEncoding], ["cdr", "ros2msg"]);
    for (const topic of [...own, "/rosout", "/diagnostics"]) viewer.subscribe(topic);
    const hasSome = (topic) => viewer.messages.get(topic).length > 0;
    await viewer.until(() => viewer.clock.length > 100 && [...viewer.messages.keys()].every(hasSome));

    for (const topic of own)
        for (const [i, { header }] of viewer.values(topic).entries())
            assert.equal(
                BigInt(header.stamp.sec) * 1_000_000_000n + BigInt(header.stamp.nsec),
                viewer.messages.get(topic)[i].timestamp,
                topic,
            );
    assert.deepEqual(
        viewer.clock.filter(({ timestamp, time }) => time === undefined || time < timestamp),
        [],
    );
    const [{ status }] = viewer.values("/diagnostics");
    assert.deepEqual(status.map(({ name }) => name).sort(), ["program", "safety", "vehicle"]);
    const lines = viewer.values("/rosout");
    assert.ok(lines.every(({ level, name }) => [20, 30, 40].includes(level) && name !== ""));

    const schemas = new Map();
    for (const { request, response } of viewer.services.values())
        for (const { schemaName, schema } of [request, response]) {
            assert.equal(schemas.get(schemaName) ?? schema, schema, schemaName);
            schemas.set(schemaName, schema);
        }
    viewer.call("/step", 9);
    await viewer.until(() => viewer.received.status.length > 0);
    const [failure] = viewer.received.serviceCallFailure;
    assert.equal(failure.callId, 9);
    assert.equal(viewer.received.status[0].message, failure.message);
    assert.equal(viewer.received.status[0].level, 2);
    viewer.close();
});

test("a recording of another writer, with JSON and wall-clock times, is viewed", async () => {
    const parts = [];
    let size = 0n;
    const writer = new McapWriter({
        chunkSize: 60, // gives several chunks
        writable: {
            position: () => size,
            write: async (bytes) => {
                parts.push(Buffer.from(bytes));
                size += BigInt(bytes.length);
            },
        },
    });
    await writer.start({ profile: "", library: "test" });
    const schema = JSON.stringify({ type: "object", properties: { n: { type: "number" } } });
    const schemaId = await writer.registerSchema({
        name: "Counted",
        encoding: "jsonschema",
        data: new TextEncoder().encode(schema),
    });
    const channelId = await writer.registerChannel({
        schemaId,
        topic: "/counted",
        messageEncoding: "json",
        metadata: new Map(),
    });
    await writer.registerChannel({
        schemaId: await writer.registerSchema({
            name: "Coded",
            encoding: "protobuf",
            data: new Uint8Array([0xff, 0x00]),
        }),
        topic: "/\x1b[31mcoded",
        messageEncoding: "protobuf",
        metadata: new Map(),
    });
    const start_ns = 1_790_000_000_000_000_000n;
    for (const n of [0, 1, 3, 2, 4]) {
        const logTime = start_ns + BigInt(n) * 1_000_000n;
        const data = new TextEncoder().encode(JSON.stringify({ n }));
        await writer.addMessage({ channelId, sequence: n, logTime, publishTime: logTime, data });
    }
    await writer.end();
    writeFileSync(join(folder, "counted.mcap"), Buffer.concat(parts));

    const isLogged = /\/\\x1b\[31mcoded: is left out/;
    const viewer = new Viewer(
        await start(["view", "counted.mcap", "--port", "0"], isLogged),
        LEGACY,
    );
    await viewer.until(() => viewer.topics.has("/counted"));
    assert.equal(viewer.topics.size, 1);
    const { encoding, schemaName, schemaEncoding } = viewer.topics.get("/counted");
    assert.deepEqual([encoding, schemaName, schemaEncoding], ["json", "Counted", "jsonschema"]);
    assert.equal(viewer.topics.get("/counted").schema, schema);
    viewer.subscribe("/counted");
    await viewer.until(() => viewer.messages.get("/counted").length === 5);
    for (const [n, { timestamp, bytes }] of viewer.messages.get("/counted").entries()) {
        assert.equal(timestamp, start_ns + BigInt(n) * 1_000_000n);
        assert.deepEqual(JSON.parse(String(bytes)), { n });
    }
    viewer.close();
});
