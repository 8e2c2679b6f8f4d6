// SPDX-License-Identifier: MIT
// Four keys, or four areas of a touch screen, as steering and pedals.
import type { Device } from "./driver";

export type Pedal = "left" | "right" | "throttle" | "brake";

const STEER_RATE = 0.9; // rad/s towards where it is pressed
const CENTRE_RATE = 1.8; // rad/s back
const PEDAL_RATE = 2.5; // 1/s
const THROTTLE = 0.6;
const BRAKE = 0.7;

/** Largest angle of the road wheels: small when fast, as a hand would. */
export function steerLimit(speed_mps: number): number {
    return 0.5 / (1 + Math.abs(speed_mps) / 8);
}

export function approach(value: number, target: number, step: number): number {
    return value < target ? Math.min(value + step, target) : Math.max(value - step, target);
}

export class Pedals implements Device {
    readonly pressed = new Set<Pedal>();
    private throttle = 0;
    private brake = 0;
    private steer = 0;

    letGo(): void {
        this.pressed.clear();
        this.throttle = this.brake = this.steer = 0;
    }

    read(
        dt_s: number,
        speed_mps: number,
    ): { throttle: number; brake: number; steer: number } | null {
        if (this.pressed.size === 0) {
            this.letGo();
            return null;
        }
        const side = Number(this.pressed.has("left")) - Number(this.pressed.has("right"));
        const rate = side === 0 ? CENTRE_RATE : STEER_RATE;
        this.steer = approach(this.steer, side * steerLimit(speed_mps), rate * dt_s);
        this.throttle = this.pedal(this.throttle, "throttle", THROTTLE, dt_s);
        this.brake = this.pedal(this.brake, "brake", BRAKE, dt_s);
        return { throttle: this.throttle, brake: this.brake, steer: this.steer };
    }

    /** Comes slowly, goes at once. */
    private pedal(value: number, name: Pedal, most: number, dt_s: number): number {
        return this.pressed.has(name) ? approach(value, most, PEDAL_RATE * dt_s) : 0;
    }
}

export const ARROWS: Record<string, Pedal> = {
    ArrowLeft: "left",
    ArrowRight: "right",
    ArrowUp: "throttle",
    ArrowDown: "brake",
};
