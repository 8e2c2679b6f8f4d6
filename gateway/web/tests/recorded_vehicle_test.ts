// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { routeIn } from "../src/studio/recorded_route";
import { prefixesIn, RecordedVehicle } from "../src/studio/recorded_vehicle";
import { readTraceText, type Trace } from "../src/studio/trace";

const traceOf = (time: number[], columns: Record<string, (number | null)[]>): Trace => ({
    time,
    columns: new Map(Object.entries(columns)),
    notes: [],
});

test("a vehicle is shown between two rows, and at the ends in the nearest one", async () => {
    const trace = await readTraceText("t_s,x_m,y_m,yaw_rad,vx_mps\n1,0,5,3.1,8\n2,10,5,-3.1,9");
    const sut = new RecordedVehicle(trace, "", "mine");
    const { x, yaw, vx, name } = sut.row(1.5);
    assert.deepEqual([x, vx, name], [5, 8, "mine"]);
    assert.ok(Math.abs(Math.abs(yaw!) - Math.PI) < 1e-9, "the heading turns the shorter way");
    assert.equal(sut.row(-3).x, 0);
    assert.equal(sut.row(7).x, 10);
    assert.deepEqual([sut.first, sut.last], [1, 2]);
    assert.deepEqual(sut.wheels(1), {});
});

test("each vehicle of a recording has the columns of its topics", () => {
    const at = (vehicle: string, x: number): Record<string, number[]> => ({
        [`${vehicle}vehicle.odometry.pose.pose.position.x`]: [x],
        [`${vehicle}vehicle.odometry.pose.pose.position.y`]: [x + 1],
        [`${vehicle}vehicle.odometry.pose.pose.orientation.x`]: [Math.sin(0.05)],
        [`${vehicle}vehicle.odometry.pose.pose.orientation.y`]: [0],
        [`${vehicle}vehicle.odometry.pose.pose.orientation.z`]: [0],
        [`${vehicle}vehicle.odometry.pose.pose.orientation.w`]: [Math.cos(0.05)],
        [`${vehicle}vehicle.state.gear`]: [2],
        [`${vehicle}vehicle.state.wheel_spin_radps[0]`]: [31],
        [`${vehicle}vehicle.state.tyre_force_y_n[0]`]: [-4000],
    });
    const trace = traceOf([0], { ...at("vehicle_1.", 4), ...at("vehicle_3.", 8) });
    assert.deepEqual(prefixesIn(trace), ["vehicle_1.", "vehicle_3."]);
    const sut = new RecordedVehicle(trace, "vehicle_3.", "other");
    const row = sut.row(0);
    assert.deepEqual([row.x, row.y, row.yaw, row.gear], [8, 9, 0, "reverse"]);
    assert.ok(Math.abs(row.roll! - 0.1) < 1e-9);
    const { wheel_spin, Ft } = sut.wheels(0) as { wheel_spin: number[]; Ft: number[][] };
    assert.deepEqual([wheel_spin[0], Ft[0]], [31, [NaN, -4000]]);
});

test("a table without a position has no vehicle", async () => {
    assert.deepEqual(prefixesIn(await readTraceText("t_s,vx_mps\n0,1")), []);
});

test("the steering of a program is an angle in degrees", async () => {
    const trace = await readTraceText("t_s,x_m,y_m,set_steering,set_gas\n0,0,0,-18,0.25");
    const sut = new RecordedVehicle(trace, "", "");
    assert.ok(Math.abs(sut.value("steer", 0) + Math.PI / 10) < 1e-12);
    assert.equal(sut.value("cmd.throttle", 0), 0.25);
    assert.ok(Number.isNaN(sut.value("ay", 0)));
});

test("a window has about 20 rows a second", () => {
    const time = Array.from({ length: 1001 }, (_, i) => i / 100);
    const sut = new RecordedVehicle(traceOf(time, { x_m: time, y_m: time }), "", "");
    const [x, ax] = sut.window(["x", "ax"], 2, 8).values;
    assert.equal(x!.length, 121);
    assert.deepEqual([x![0], x!.at(-1)], [2, 8]);
    assert.ok(ax!.every(Number.isNaN));
});

test("the route is joined from the windows that the program got", () => {
    const window = (...x: number[]): number[] => x;
    const rows = [window(0, 4, 8), window(4, 8, 12), window(4, 8, 12), window(40, 44)];
    const column = (i: number): (number | null)[] => rows.map((row) => row[i] ?? 0);
    const sut = traceOf([0, 1, 2, 3], {
        trajectory_length: rows.map((row) => row.length),
        "trajectory_x[0]": column(0),
        "trajectory_x[1]": column(1),
        "trajectory_x[2]": column(2),
        "trajectory_y[0]": [0, 0, 0, 0],
        "trajectory_y[1]": [0, 0, 0, 0],
        "trajectory_y[2]": [0, 0, 0, 0],
    });
    const route = routeIn(sut);
    assert.deepEqual(
        route?.map(([x]) => x),
        [0, 4, 8, 12],
    );
    assert.equal(routeIn(traceOf([0], { x_m: [1] })), null);
});
