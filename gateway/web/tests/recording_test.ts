// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { Recording, scalarsOf, withGaps } from "../src/recording";

const row = (values: Record<string, number>): Map<string, number> =>
    new Map(Object.entries(values));

test("a window contains the requested rows and one more at each side", () => {
    const sut = new Recording();
    for (let t = 0; t < 10; ++t) sut.append(t, row({ vx: t * t }));
    const { time, values } = sut.window(["vx", "nothing"], 3.5, 5.5);
    assert.deepEqual([...time], [3, 4, 5, 6]);
    assert.deepEqual([...values[0]!], [9, 16, 25, 36]);
    assert.ok([...values[1]!].every(Number.isNaN));
});

test("a signal is NaN in rows before its first value and where it is missing", () => {
    const sut = new Recording();
    sut.append(0, row({ a: 1 }));
    sut.append(1, row({ a: 2, b: 5 }));
    sut.append(2, row({ b: 6 }));
    const { values } = sut.window(["a", "b"], -1, 9);
    assert.deepEqual([...values[0]!], [1, 2, NaN]);
    assert.deepEqual([...values[1]!], [NaN, 5, 6]);
});

test("a missing value is a gap in a chart; without one, values are not copied", () => {
    assert.deepEqual(withGaps(new Float32Array([NaN, 2, NaN])), [null, 2, null]);
    const whole = new Float32Array([1, 2]);
    assert.equal(withGaps(whole), whole);
});

test("a row with the same time is ignored; an earlier time starts a new recording", () => {
    const sut = new Recording();
    assert.ok(sut.append(5, row({ vx: 1 })));
    assert.ok(!sut.append(5, row({ vx: 2 })));
    assert.equal(sut.value("vx"), 1);
    assert.ok(sut.append(1, row({ vy: 3 })));
    assert.deepEqual(sut.names, ["vy"]);
    assert.equal(sut.size, 1);
});

test("it keeps only the newest rows and does not grow", () => {
    const sut = new Recording(1000);
    for (let t = 1; t <= 50_000; ++t) sut.append(t, row({ vx: t }));
    assert.ok(sut.size >= 1000 && sut.size <= 2 * 2048);
    assert.equal(sut.last, 50_000);
    const { time, values } = sut.window(["vx"], 49_500, 50_000);
    assert.deepEqual([...time], [...values[0]!]);
    assert.equal(time[0], 49_500);
});

test("the value at a time is that of the last row before it", () => {
    const sut = new Recording();
    for (const t of [1, 2, 3]) sut.append(t, row({ vx: 10 * t }));
    assert.equal(sut.valueAt("vx", 2.9), 20);
    assert.equal(sut.valueAt("vx", 3), 30);
    assert.ok(Number.isNaN(sut.valueAt("vx", 0.5)));
});

test("the numbers of a snapshot get names", () => {
    const found = scalarsOf({
        t: 1,
        x: 2,
        m_gx: null,
        Ft: [[1, 2]],
        cmd: { throttle: 0.5 },
        failsafe: true,
        name: "car",
        fleet: { 0: { x: 7 } },
        signals: { true_velocity: 3, x: 4 },
    });
    assert.deepEqual(Object.fromEntries(found), {
        x: 2,
        "Ft[0][0]": 1,
        "Ft[0][1]": 2,
        "cmd.throttle": 0.5,
        failsafe: 1,
        true_velocity: 3,
        "signals.x": 4,
    });
});
