// SPDX-License-Identifier: MIT
// Steering and pedals by four keys, or by four areas of a touch screen.
import type { Device } from "./driver";

export type Pedal = "left" | "right" | "throttle" | "brake";

const STEER_RATE = 0.9; // rad/s while pressed
const CENTRE_RATE = 1.8; // rad/s back to the centre
const PEDAL_RATE = 2.5; // 1/s
const THROTTLE = 0.6;
const BRAKE = 0.7;

/** Largest road-wheel angle; it decreases with speed. */
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

    release(): void {
        this.pressed.clear();
        this.throttle = this.brake = this.steer = 0;
    }

    read(
        dt_s: number,
        speed_mps: number,
    ): { throttle: number; brake: number; steer: number } | null {
        if (this.pressed.size === 0) {
            this.release();
            return null;
        }
        const side = Number(this.pressed.has("left")) - Number(this.pressed.has("right"));
        const rate = side === 0 ? CENTRE_RATE : STEER_RATE;
        this.steer = approach(this.steer, side * steerLimit(speed_mps), rate * dt_s);
        this.throttle = this.pedal(this.throttle, "throttle", THROTTLE, dt_s);
        this.brake = this.pedal(this.brake, "brake", BRAKE, dt_s);
        return { throttle: this.throttle, brake: this.brake, steer: this.steer };
    }

    /** Ramps up while pressed; is zero as soon as it is released. */
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
