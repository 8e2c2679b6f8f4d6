// SPDX-License-Identifier: MIT
// A gamepad with the browser's standard layout. Its right shoulder button is the dead-man's switch.
import type { Device } from "./driver";
import { steerLimit } from "./pedals";

const STEER_AXIS = 0;
const DEADMAN = 5;
const BRAKE = 6;
const THROTTLE = 7;

export class GamepadDevice implements Device {
    release(): void {
        // Buttons have no state here; each read gets their current values.
    }

    read(
        _dt_s: number,
        speed_mps: number,
    ): { throttle: number; brake: number; steer: number } | null {
        const pad = navigator
            .getGamepads()
            .find((pad) => pad?.connected && pad.mapping === "standard");
        if (!pad?.buttons[DEADMAN]?.pressed) return null;
        const axis = pad.axes[STEER_AXIS] ?? 0;
        return {
            throttle: pad.buttons[THROTTLE]?.value ?? 0,
            brake: pad.buttons[BRAKE]?.value ?? 0,
            steer: Math.abs(axis) < 0.05 ? 0 : -axis * steerLimit(speed_mps),
        };
    }
}
