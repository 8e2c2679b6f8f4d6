// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { bandsIn, faultColumns, faultOf, faultValues } from "../src/fault_bands";
import { readTraceText, Traces } from "../src/studio/trace";

test("a band reaches from the first row with the fault to the first row without it", () => {
    const rows = { time: [0, 1, 2, 3, 4, 5], values: [[0, 1, 1, 0, 0, 1]] };
    assert.deepEqual(bandsIn(["fault.gnss"], rows), [
        { name: "gnss", from: 1, until: 3 },
        { name: "gnss", from: 5, until: 5 },
    ]);
});

test("a row without a value changes nothing", () => {
    const rows = { time: [0, 1, 2, 3, 4], values: [[NaN, 1, undefined, null, 0]] };
    assert.deepEqual(bandsIn(["fault.gnss"], rows), [{ name: "gnss", from: 1, until: 4 }]);
});

test("faults that overlap have a band each", () => {
    const rows = {
        time: [0, 1, 2],
        values: [
            [1, 1, 0],
            [0, 1, 1],
        ],
    };
    assert.deepEqual(bandsIn(["fault.a", "fault.b"], rows), [
        { name: "a", from: 0, until: 2 },
        { name: "b", from: 1, until: 2 },
    ]);
});

test("the number of bands is limited", () => {
    const time = Array.from({ length: 2000 }, (_, i) => i);
    const bands = bandsIn(["fault.a"], { time, values: [time.map((i) => i % 2)] });
    assert.equal(bands.length, 200);
    assert.deepEqual(bands[199], { name: "a", from: 399, until: 400 });
});

test("the columns of faults are those of a run and those of the topics of vdsim_realtime", () => {
    assert.equal(faultOf("fault.gnss"), "gnss");
    assert.equal(faultOf("faults.ice"), "ice");
    assert.equal(faultOf("vehicle_3.faults.ice"), "ice of vehicle_3");
    const others = ["vx_mps", "default.x", "faults.header.stamp.sec", "my_fault.gnss"];
    assert.deepEqual(faultColumns([...others, "fault.gnss"]), ["fault.gnss"]);
});

test("the states of a snapshot get the names of the configuration", () => {
    assert.deepEqual(faultValues(["gnss", "ice"], [false, true]), [
        ["fault.gnss", 0],
        ["fault.ice", 1],
    ]);
    assert.deepEqual(faultValues([], [true]), []);
    assert.deepEqual(faultValues(["gnss"], []), []);
});

test("two recordings have the bands of both", async () => {
    const one = await readTraceText("t_s,vx_mps,fault.gnss\n0,1,0\n1,1,1\n2,1,0\n");
    const other = await readTraceText("t_s,vx_mps,fault.gnss\n0.5,1,1\n1.5,1,0\n");
    assert.deepEqual(new Traces(one, null).bands(0, 2), [{ name: "gnss", from: 1, until: 2 }]);
    assert.deepEqual(new Traces(one, other).bands(0, 2), [
        { name: "gnss", from: 1, until: 2 },
        { name: "gnss (other)", from: 0.5, until: 1.5 },
    ]);
    assert.deepEqual(new Traces(other, null).bands(1.6, 2), []);
});
