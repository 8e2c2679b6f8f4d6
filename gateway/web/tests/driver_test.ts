// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import type { DriveCommand } from "../src/contract";
import { Driver, PERIOD_MS, RELEASED } from "../src/driving/driver";
import { Pedals, steerLimit } from "../src/driving/pedals";
import { rowBetween, turnBetween } from "../src/scene/pose";

function scene(speed_mps: number, answer: () => Promise<unknown> = async () => undefined) {
    const sent: DriveCommand[] = [];
    const ends: unknown[] = [];
    const pedals = new Pedals();
    const send = (command: DriveCommand): Promise<unknown> => (sent.push(command), answer());
    const sut = new Driver(
        [pedals],
        () => speed_mps,
        send,
        (reason) => ends.push(reason),
    );
    return { sut, pedals, sent, ends };
}

async function until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!condition()) {
        assert.ok(Date.now() < deadline, "timed out");
        await new Promise((done) => setTimeout(done, PERIOD_MS / 5));
    }
}

test("a held device drives, releasing it brakes", async () => {
    const { sut, pedals, sent } = scene(5);
    pedals.pressed.add("throttle").add("left");
    sut.begin();
    await until(() => sent.length > 3);
    const driven = sent.at(-1)!;
    assert.ok(driven.throttle > 0.1 && driven.brake === 0 && driven.steer > 0.05);
    pedals.pressed.clear();
    await until(() => sent.at(-1)!.brake > 0);
    assert.deepEqual(sent.at(-1), { ...RELEASED, gear: "drive" });
    sut.end();
});

test("ending sends one braking command and no more", async () => {
    const { sut, pedals, sent, ends } = scene(5);
    pedals.pressed.add("throttle");
    sut.begin();
    await until(() => sent.length > 1);
    sut.end("why");
    const count = sent.length;
    assert.equal(sent.at(-1)!.brake, RELEASED.brake);
    await new Promise((done) => setTimeout(done, 3 * PERIOD_MS));
    assert.equal(sent.length, count);
    assert.deepEqual(ends, ["why"]);
});

test("no command is sent while another one is pending", async () => {
    let answer = (): void => undefined;
    const { sut, sent } = scene(5, () => new Promise<void>((done) => (answer = done)));
    sut.begin();
    await new Promise((done) => setTimeout(done, 4 * PERIOD_MS));
    assert.equal(sent.length, 1);
    answer();
    await until(() => sent.length === 2);
    sut.end();
});

test("a port that refuses repeatedly ends driving, with its reason", async () => {
    const { sut, ends } = scene(5, async () => {
        throw new Error("403");
    });
    sut.begin();
    await until(() => ends.length === 1);
    assert.equal((ends[0] as Error).message, "403");
    assert.ok(!sut.active);
});

test("the gear changes only at standstill", () => {
    const moving = scene(5).sut;
    moving.changeGear();
    assert.equal(moving.gear, "drive");
    const standing = scene(0).sut;
    standing.changeGear();
    assert.equal(standing.gear, "reverse");
});

test("the steering limit decreases with speed", () => {
    assert.ok(steerLimit(30) < steerLimit(5) && steerLimit(5) < steerLimit(0));
});

test("headings are interpolated along the shorter way", () => {
    assert.ok(Math.abs(turnBetween(3.1, -3.1, 0.5) - Math.PI) < 1e-9);
});

test("a jump is not interpolated", () => {
    assert.equal(rowBetween({ x: 0, y: 0 }, { x: 1, y: 0 }, 0.5).x, 0.5);
    assert.equal(rowBetween({ x: 0, y: 0 }, { x: 500, y: 0 }, 0.5).x, 500);
});
