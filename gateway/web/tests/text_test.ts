// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { EventReader } from "../src/event_stream";
import { asSentence, duration, figure, fixed, withUnit } from "../src/format";
import { barsOf } from "../src/panels/bars";
import { findSignals } from "../src/panels/signal_picker";
import { FIRST_VIEW, viewFromHash, viewToHash } from "../src/view";

test("numbers have three significant digits", () => {
    assert.deepEqual(
        [9.874, 9.996, 12.34, 123.4, 1234.5, 0.01234, 0, -0.5, 2.5e7].map((value) => figure(value)),
        ["9.87", "10.0", "12.3", "123", "1235", "0.0123", "0.00", "−0.500", "2.50e+7"],
    );
    assert.equal(figure(-0.00001), "0.0000");
    for (const unknown of [null, undefined, NaN, Infinity]) assert.equal(figure(unknown), "–");
});

test("numbers have a fixed width", () => {
    const widths = [0.1, 9.99, 55, NaN, -3].map((value) => fixed(value, 1, 5).length);
    assert.deepEqual(widths, [5, 5, 5, 5, 5]);
});

test("durations have a unit that fits", () => {
    const words = [0.004, 0.42, 12.7, 185].map((seconds) =>
        duration(seconds).replaceAll("\u202f", " "),
    );
    assert.deepEqual(words, ["4 ms", "0.4 s", "12 s", "3 min 05 s"]);
    assert.equal(withUnit("3", "1"), "3");
});

test("a message becomes a sentence, and a key keeps its case", () => {
    const sentences = ["no STATE has come", "There is none.", "duration_s: must be 1", "17:3: a"];
    assert.deepEqual(sentences.map(asSentence), [
        "No STATE has come.",
        "There is none.",
        "duration_s: must be 1.",
        "17:3: a.",
    ]);
});

test("events are parsed from chunks of any size, with heartbeats in between", () => {
    const events: string[] = [];
    const sut = new EventReader((data) => events.push(data));
    const text = ': heartbeat\n\ndata: {"t":1}\n\ndata: a\r\ndata:b\r\n\r\n';
    for (const letter of text) sut.feed(letter);
    assert.deepEqual(events, ['{"t":1}', "a\nb"]);
});

test("the address contains the view", () => {
    const view = {
        at: "runs" as const,
        run: "3",
        other: "2",
        vehicle: "follower 1",
        signals: ["Ft[0][1]", "signals.x", "a+b"],
        span_s: 60,
        zoom: [1.5, 2.25] as [number, number],
        camera: "top" as const,
        drawer: "log" as const,
    };
    assert.deepEqual(viewFromHash(viewToHash(view)), view);
    assert.equal(viewToHash(FIRST_VIEW), "");
    assert.deepEqual(viewFromHash("#camera=<b>&zoom=9,1&span=-4&drawer=x&%"), FIRST_VIEW);
    assert.deepEqual(viewFromHash("#signals=").signals, []);
});

test("signals are found by words of their name or meaning", () => {
    const names = ["set_steering", "steer", "cmd.steer", "vx", "Fz[2]", "Fz[10]"];
    const meaning = (name: string): string => (name === "vx" ? "speed forward" : "");
    assert.deepEqual(findSignals(names, "steer", meaning), ["steer", "cmd.steer", "set_steering"]);
    assert.deepEqual(findSignals(names, "forward speed", meaning), ["vx"]);
    assert.deepEqual(findSignals(names, "fz", meaning), ["Fz[2]", "Fz[10]"]);
});

test("bars cover whole decades and include every count", () => {
    const { first, counts } = barsOf([
        [12, 3],
        [15, 1],
        [480, 2],
    ]);
    assert.equal(first, 1);
    assert.equal(counts.length, 16);
    assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        6,
    );
});
