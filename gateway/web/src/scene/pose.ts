// SPDX-License-Identifier: MIT
// Interpolates poses between two snapshots, for smooth motion.
import type { FleetRow, Snapshot } from "../contract";

export type Pose = Pick<FleetRow, "x" | "y" | "z" | "yaw" | "roll" | "pitch" | "steer">;

/** Interpolates a heading along the shorter way. */
export function turnBetween(from: number, to: number, part: number): number {
    const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
    return from + turn * part;
}

export function poseBetween(from: Partial<Pose>, to: Partial<Pose>, part: number): Pose {
    const straight = (key: "x" | "y" | "z" | "roll" | "pitch" | "steer"): number => {
        const end = to[key] ?? 0;
        const begin = from[key] ?? end;
        return begin + (end - begin) * part;
    };
    return {
        x: straight("x"),
        y: straight("y"),
        z: straight("z"),
        yaw: turnBetween(from.yaw ?? to.yaw ?? 0, to.yaw ?? 0, part),
        roll: straight("roll"),
        pitch: straight("pitch"),
        steer: straight("steer"),
    };
}

/** A longer distance is a jump, as after a reset, and is not interpolated. */
const JUMP_M = 20;

export function rowBetween(from: Partial<Pose> | undefined, to: Partial<Pose>, part: number): Pose {
    const far =
        !from || Math.hypot((to.x ?? 0) - (from.x ?? 0), (to.y ?? 0) - (from.y ?? 0)) > JUMP_M;
    return poseBetween(far ? to : from, to, part);
}

/** Rows of all vehicles by id; that of the selected one from the keys of the snapshot. */
export function rowsOf(snapshot: Snapshot, own: string): Map<string, Partial<FleetRow>> {
    const rows = new Map<string, Partial<FleetRow>>(Object.entries(snapshot.fleet ?? {}));
    const fields = ["x", "y", "z", "yaw", "roll", "pitch", "steer"] as const;
    const selected: Partial<FleetRow> = { name: snapshot.name ?? "" };
    for (const field of fields) {
        const value = snapshot[field];
        if (typeof value === "number") selected[field] = value;
    }
    if (selected.x !== undefined) rows.set(own, { ...rows.get(own), ...selected });
    return rows;
}

export function numbersOf(value: unknown): number[] {
    return Array.isArray(value) ? value.map((item) => (typeof item === "number" ? item : NaN)) : [];
}
