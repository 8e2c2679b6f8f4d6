// SPDX-License-Identifier: MIT
// A person drives: what is held by hand becomes commands, and a hand that lets go brakes.
import type { DriveCommand } from "../contract";

/** A device under a hand. */
export interface Device {
    /** What it asks for while it is held; null: nobody holds it. */
    read(
        dt_s: number,
        speed_mps: number,
    ): { throttle: number; brake: number; steer: number } | null;
    /** Makes it forget what was pressed. */
    letGo(): void;
}

/** When nobody holds anything. */
export const RELEASED = { throttle: 0, brake: 0.4, steer: 0 };
export const PERIOD_MS = 50;
const MOST_TRIES = 3;

export class Driver {
    active = false;
    /** Somebody holds a device at this moment. */
    held = false;
    gear: DriveCommand["gear"] = "drive";
    command: DriveCommand = { ...RELEASED, gear: "drive" };
    private timer: ReturnType<typeof setInterval> | undefined;
    private waiting = false;
    private failures = 0;

    constructor(
        private readonly devices: Device[],
        private readonly speed_mps: () => number,
        private readonly send: (command: DriveCommand) => Promise<unknown>,
        private readonly onEnd: (reason: unknown) => void,
    ) {}

    begin(): void {
        if (this.active) return;
        this.active = true;
        this.gear = "drive";
        this.failures = 0;
        this.timer = setInterval(() => this.turn(), PERIOD_MS);
        this.turn();
    }

    /** Brakes once more and sends nothing from then on; the port's own time-out does the rest. */
    end(reason: unknown = null): void {
        if (!this.active) return;
        clearInterval(this.timer);
        this.active = this.held = false;
        for (const device of this.devices) device.letGo();
        this.command = { ...RELEASED, gear: this.gear };
        void this.send(this.command).catch(() => undefined);
        this.onEnd(reason);
    }

    /** Forward or back; changed only when the car nearly stands. */
    changeGear(): void {
        if (Math.abs(this.speed_mps()) < 1) this.gear = this.gear === "drive" ? "reverse" : "drive";
    }

    private turn(): void {
        let held = null;
        for (const device of this.devices)
            held = device.read(PERIOD_MS / 1000, this.speed_mps()) ?? held;
        this.held = held !== null;
        this.command = { ...(held ?? RELEASED), gear: this.gear };
        if (!this.waiting) void this.sendOne();
    }

    /** Never two on their way: a slow link must not pile up old commands. */
    private async sendOne(): Promise<void> {
        this.waiting = true;
        try {
            await this.send(this.command);
            this.failures = 0;
        } catch (error) {
            this.failures += 1;
            if (this.failures >= MOST_TRIES) this.end(error);
        }
        this.waiting = false;
    }
}
