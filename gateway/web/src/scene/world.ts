// SPDX-License-Identifier: MIT
// The three.js scene: cars, ground, trail, camera.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    DirectionalLight,
    Fog,
    HemisphereLight,
    Line,
    LineBasicMaterial,
    Scene,
    Vector3,
    WebGLRenderer,
} from "three";
import type { VehicleConfig } from "../contract";
import { cssColour, nextTask } from "../dom";
import type { Shown } from "../shown";
import { CarCamera } from "./camera";
import { Car } from "./car";
import { Ground } from "./ground";
import { numbersOf, rowBetween, rowsOf } from "./pose";

const TRAIL_POINTS = 1500;
const TRAIL_S = 60;

/** A higher ratio makes no visible difference. */
function pixelRatio(): number {
    return Math.min(devicePixelRatio, 2);
}

/** The name of another vehicle. */
export interface Label {
    name: string;
    left: number;
    top: number;
}

export class World {
    private renderer: WebGLRenderer;
    private scene = new Scene();
    private ground = new Ground();
    private cars = new Map<string, Car>();
    private view: CarCamera;
    private trail = new Line(new BufferGeometry(), new LineBasicMaterial());
    private trailPoints = new Float32Array(3 * TRAIL_POINTS);
    private lastFrame_ms = 0;
    private shownVehicle: VehicleConfig | undefined;
    private theme = matchMedia("(prefers-color-scheme: dark)");
    private onTheme = (): void => this.setColours();

    /** In several tasks, so that none takes long; compiles the shaders before the first frame. */
    static async create(
        canvas: HTMLCanvasElement,
        store: Shown,
        width: number,
        height: number,
    ): Promise<World> {
        // A later change of the size would cost as much as the first frame.
        canvas.width = Math.floor(width * pixelRatio());
        canvas.height = Math.floor(height * pixelRatio());
        const world = new World(canvas, store);
        await nextTask();
        const model = new Car(null);
        world.scene.add(model.group);
        await nextTask();
        await world.renderer.compileAsync(world.scene, world.view.camera);
        world.scene.remove(model.group);
        model.dispose();
        return world;
    }

    private constructor(
        canvas: HTMLCanvasElement,
        private readonly store: Shown,
    ) {
        this.renderer = new WebGLRenderer({ canvas, antialias: true });
        this.view = new CarCamera(canvas);
        const sun = new DirectionalLight(0xffffff, 1.2);
        sun.position.set(-30, 40, 80);
        this.trail.geometry.setAttribute("position", new BufferAttribute(this.trailPoints, 3));
        this.trail.frustumCulled = false;
        this.scene.add(
            new HemisphereLight(0xffffff, 0xb8b8b8, 2.4),
            sun,
            this.ground.group,
            this.trail,
        );
        this.theme.addEventListener("change", this.onTheme);
        this.setColours();
    }

    resize(width: number, height: number): void {
        this.renderer.setPixelRatio(pixelRatio());
        this.renderer.setSize(width, height, false);
        this.view.resize(width, height);
    }

    /** Draws a state between the two newest snapshots. @returns positions of the names */
    draw(now_ms: number, fresh: boolean, width: number, height: number): Label[] {
        const { snapshot, previous } = this.store;
        if (!snapshot) {
            this.renderer.render(this.scene, this.view.camera);
            return [];
        }
        const frame_s = Math.min((now_ms - this.lastFrame_ms) / 1000, 0.1);
        this.lastFrame_ms = now_ms;
        if (fresh) this.showFixed();
        const part = this.store.part(now_ms);
        const own = this.store.vehicleId;
        const rows = rowsOf(snapshot, own);
        const before = previous ? rowsOf(previous, own) : new Map();
        const moving = part < 1 && !snapshot.paused;
        const labels: Label[] = [];
        for (const [id, row] of rows) {
            const pose = rowBetween(before.get(id), row, part);
            const car = this.carOf(id);
            const foot = this.ground.height(pose.x, pose.y);
            car.place(pose, foot);
            car.setWheels(this.wheelsOf(id, own, row), moving ? frame_s : 0, id === own);
            if (id === own) this.followCar(car, pose.yaw, frame_s);
            else labels.push(this.labelOf(car, row.name ?? id, width, height));
        }
        this.removeCars(rows);
        if (fresh) this.drawTrail();
        this.renderer.render(this.scene, this.view.camera);
        return labels.filter((label) => label.left > 0);
    }

    destroy(): void {
        this.theme.removeEventListener("change", this.onTheme);
        this.view.destroy();
        this.removeCars(new Map());
        this.renderer.dispose();
    }

    private followCar(car: Car, yaw: number, frame_s: number): void {
        const { x, y } = car.group.position;
        this.view.setMode(this.store.view.camera);
        this.view.follow(car.group.position, yaw, frame_s);
        this.ground.follow(x, y);
    }

    private wheelsOf(id: string, own: string, row: { vx?: number }) {
        const snapshot = this.store.snapshot!;
        if (id === own && snapshot["wheel_spin"]) {
            const forces = Array.isArray(snapshot["Ft"]) ? snapshot["Ft"].map(numbersOf) : [];
            return {
                spin: numbersOf(snapshot["wheel_spin"]),
                susp: numbersOf(snapshot["susp"]),
                Ft: forces,
            };
        }
        const spin = (row.vx ?? 0) / this.carOf(id).geometry.wheel_radius_m;
        return { spin: [spin, spin, spin, spin], susp: [], Ft: [] };
    }

    private carOf(id: string): Car {
        let car = this.cars.get(id);
        if (!car) {
            const config = this.store.vehicles.find((vehicle) => String(vehicle.id) === id);
            car = new Car(config?.geometry);
            this.cars.set(id, car);
            this.scene.add(car.group);
            this.paint();
        }
        return car;
    }

    private removeCars(kept: Map<string, unknown>): void {
        for (const [id, car] of this.cars) {
            if (kept.has(id)) continue;
            this.scene.remove(car.group);
            car.dispose();
            this.cars.delete(id);
        }
    }

    private paint(): void {
        const own = this.store.vehicleId;
        for (const [id, car] of this.cars)
            car.setPaint(cssColour(id === own ? "--car" : "--other-car"));
    }

    /** Route, ground and dimensions are in the configuration, which may arrive later. */
    private showFixed(): void {
        const vehicle = this.store.vehicle;
        const ground = vehicle?.ground;
        this.ground.setPlane(
            ground?.height_m ?? 0,
            ground?.heading_rad ?? 0,
            ground?.grade ?? 0,
            ground?.bank ?? 0,
        );
        if (vehicle?.route === this.shownVehicle?.route && vehicle?.id === this.shownVehicle?.id)
            return;
        this.shownVehicle = vehicle;
        this.ground.show(vehicle?.route, ground);
        this.removeCars(new Map());
    }

    private drawTrail(): void {
        const to = this.store.recording.last;
        const { values } = this.store.recording.window(["x", "y"], to - TRAIL_S, to);
        const [x, y] = values as [Float32Array, Float32Array];
        const from = Math.max(0, x.length - TRAIL_POINTS);
        let count = 0;
        for (let i = from; i < x.length; ++i) {
            if (!Number.isFinite(x[i]!) || !Number.isFinite(y[i]!)) continue;
            this.trailPoints.set(
                [x[i]!, y[i]!, this.ground.height(x[i]!, y[i]!) + 0.05],
                3 * count++,
            );
        }
        this.trail.geometry.setDrawRange(0, count);
        this.trail.geometry.getAttribute("position").needsUpdate = true;
    }

    private labelOf(car: Car, name: string, width: number, height: number): Label {
        const at = car.group.position
            .clone()
            .add(new Vector3(0, 0, 2))
            .project(this.view.camera);
        const seen = at.z < 1 && Math.abs(at.x) < 1 && Math.abs(at.y) < 1;
        return { name, left: seen ? ((at.x + 1) / 2) * width : -1, top: ((1 - at.y) / 2) * height };
    }

    private setColours(): void {
        const sky = cssColour("--sky");
        this.scene.background = new Color(sky);
        this.scene.fog = new Fog(sky, 80, 260);
        this.ground.setColours(
            cssColour("--ground"),
            cssColour("--grid"),
            cssColour("--road"),
            cssColour("--road-line"),
        );
        this.trail.material.color.set(cssColour("--trail"));
        this.paint();
    }
}
