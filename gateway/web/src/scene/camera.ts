// SPDX-License-Identifier: MIT
// Chase, orbit and top camera of the vehicle; drag rotates the view, the wheel zooms.
import { PerspectiveCamera, Vector3 } from "three";
import type { CameraName } from "../view";
import { turnBetween } from "./pose";

const START: Record<CameraName, { side: number; height: number; distance: number }> = {
    chase: { side: 0, height: 0.32, distance: 11 },
    orbit: { side: 0.7, height: 0.5, distance: 14 },
    top: { side: 0, height: Math.PI / 2, distance: 70 },
};
const STEEPEST = Math.PI / 2 - 0.02;

export class CarCamera {
    readonly camera = new PerspectiveCamera(50, 1, 0.1, 2000);
    private mode: CameraName = "chase";
    private angles = { ...START.chase };
    private heading: number | null = null;
    private listening = new AbortController();

    constructor(canvas: HTMLElement) {
        const options = { signal: this.listening.signal };
        canvas.addEventListener(
            "pointerdown",
            (event) => canvas.setPointerCapture(event.pointerId),
            options,
        );
        canvas.addEventListener("pointermove", (event) => this.drag(event, canvas), options);
        canvas.addEventListener("wheel", (event) => this.wheel(event), {
            ...options,
            passive: false,
        });
        this.camera.up.set(0, 0, 1);
    }

    setMode(mode: CameraName): void {
        if (mode === this.mode) return;
        this.mode = mode;
        this.angles = { ...START[mode] };
    }

    follow(target: Vector3, yaw: number, dt_s: number): void {
        // The chase camera follows the heading with a delay, which makes rotation visible.
        const part = this.heading === null ? 1 : 1 - Math.exp(-dt_s * 5);
        this.heading = turnBetween(this.heading ?? yaw, yaw, part);
        const { side, height, distance } = this.angles;
        const behind = this.mode === "chase" ? this.heading + Math.PI + side : side - Math.PI / 2;
        const steep = Math.min(height, STEEPEST);
        const flat = Math.cos(steep) * distance;
        const { x, y, z } = target;
        this.camera.position.set(
            x + flat * Math.cos(behind),
            y + flat * Math.sin(behind),
            Math.max(z + 0.3, z + 0.8 + Math.sin(steep) * distance),
        );
        this.camera.lookAt(x, y, z + 0.8);
    }

    resize(width: number, height: number): void {
        this.camera.aspect = width / Math.max(height, 1);
        this.camera.updateProjectionMatrix();
    }

    destroy(): void {
        this.listening.abort();
    }

    private drag(event: PointerEvent, canvas: HTMLElement): void {
        if (!canvas.hasPointerCapture(event.pointerId)) return;
        this.angles.side -= event.movementX * 0.008;
        this.angles.height = Math.min(
            Math.max(this.angles.height + event.movementY * 0.006, 0.02),
            STEEPEST,
        );
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const distance = this.angles.distance * Math.exp(event.deltaY * 0.001);
        this.angles.distance = Math.min(Math.max(distance, 4), 600);
    }
}
