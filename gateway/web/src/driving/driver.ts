// SPDX-License-Identifier: MIT
// Manual control: reads the input devices, sends commands, and brakes when all are released.
import type { DriveCommand } from "../contract";

/** An input device: keys, touch areas or a gamepad. */
export interface Device {
    /** The demand while the device is held; null if it is released. */
    read(
        dt_s: number,
        speed_mps: number,
    ): { throttle: number; brake: number; steer: number } | null;
    /** Clears everything that is pressed. */
    release(): void;
}

/** The command while no device is held. */
export const RELEASED = { throttle: 0, brake: 0.4, steer: 0 };
export const PERIOD_MS = 50;
const MOST_TRIES = 3;

export class Driver {
    active = false;
    /** Whether a device is held. */
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
        this.timer = setInterval(() => this.cycle(), PERIOD_MS);
        this.cycle();
    }

    /** Sends one braking command and stops; the time-out of the data port releases the vehicle. */
    end(reason: unknown = null): void {
        if (!this.active) return;
        clearInterval(this.timer);
        this.active = this.held = false;
        for (const device of this.devices) device.release();
        this.command = { ...RELEASED, gear: this.gear };
        void this.send(this.command).catch(() => undefined);
        this.onEnd(reason);
    }

    /** Toggles between drive and reverse; only below 1 m/s. */
    changeGear(): void {
        if (Math.abs(this.speed_mps()) < 1) this.gear = this.gear === "drive" ? "reverse" : "drive";
    }

    private cycle(): void {
        let held = null;
        for (const device of this.devices)
            held = device.read(PERIOD_MS / 1000, this.speed_mps()) ?? held;
        this.held = held !== null;
        this.command = { ...(held ?? RELEASED), gear: this.gear };
        if (!this.waiting) void this.sendOne();
    }

    /** At most one request is pending: a slow connection must not queue old commands. */
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
