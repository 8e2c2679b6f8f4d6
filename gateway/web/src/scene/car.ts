// SPDX-License-Identifier: MIT
// A car from its dimensions: body, windows, wheels that steer and spin, tyre forces.
import {
    BoxGeometry,
    ConeGeometry,
    CylinderGeometry,
    ExtrudeGeometry,
    Group,
    Mesh,
    MeshBasicMaterial,
    MeshLambertMaterial,
    Shape,
} from "three";
import type { Geometry } from "../contract";
import type { Pose } from "./pose";

/** Where the configuration gives no dimension. */
const USUAL: Geometry = {
    wheelbase_m: 2.7,
    track_front_m: 1.55,
    track_rear_m: 1.55,
    cg_to_front_m: 1.2,
    cg_height_m: 0.55,
    wheel_radius_m: 0.32,
    length_m: 4.6,
    width_m: 1.82,
    height_m: 1.46,
};

const NEWTON_A_METRE = 2000;
const SMALLEST_FORCE_N = 100;

export interface WheelState {
    spin: number[];
    susp: number[];
    Ft: number[][];
}

export function measures(given: Partial<Geometry> | null | undefined): Geometry {
    const known = Object.entries(given ?? {}).filter(
        ([, value]) => typeof value === "number" && value > 0,
    );
    return { ...USUAL, ...Object.fromEntries(known) };
}

export class Car {
    readonly group = new Group();
    private body = new Group();
    private wheels: { steered: Group; spun: Group; arrow: ForceArrow }[] = [];
    private paint = new MeshLambertMaterial();
    readonly geometry: Geometry;

    constructor(given: Partial<Geometry> | null | undefined) {
        this.geometry = measures(given);
        this.body.add(...bodyParts(this.geometry, this.paint));
        this.group.add(this.body);
        for (let i = 0; i < 4; ++i) this.addWheel(i);
    }

    setPaint(colour: string): void {
        this.paint.color.set(colour);
    }

    /** Places the group on the road below the centre of mass: x forward, y left, z up. */
    place(pose: Pose, foot_z: number): void {
        this.group.position.set(pose.x, pose.y, foot_z);
        this.group.rotation.set(0, 0, pose.yaw);
        this.body.rotation.set(pose.roll, pose.pitch, 0);
        this.wheels.slice(0, 2).forEach((wheel) => wheel.steered.rotation.set(0, 0, pose.steer));
    }

    setWheels(state: WheelState, dt_s: number, showForces: boolean): void {
        this.wheels.forEach((wheel, i) => {
            wheel.spun.rotation.y += ((state.spin[i] || 0) * dt_s) % (2 * Math.PI);
            const force = state.Ft[i] ?? [];
            const size = Math.hypot(force[0] || 0, force[1] || 0);
            wheel.arrow.group.visible = showForces && size > SMALLEST_FORCE_N;
            if (wheel.arrow.group.visible)
                wheel.arrow.point(Math.atan2(force[1]!, force[0]!), size / NEWTON_A_METRE);
        });
        // The wheels stay on the road: the body moves down as the springs are compressed.
        const susp = state.susp.filter(Number.isFinite);
        this.body.position.z = susp.length ? -Math.max(-0.15, Math.min(0.15, mean(susp))) : 0;
    }

    dispose(): void {
        this.group.traverse((part) => {
            if (part instanceof Mesh) part.geometry.dispose();
        });
        this.paint.dispose();
    }

    private addWheel(index: number): void {
        const g = this.geometry;
        const front = index < 2;
        const side = index % 2 === 0 ? 1 : -1;
        const steered = new Group();
        const spun = wheelOf(g.wheel_radius_m);
        steered.add(spun);
        const track = front ? g.track_front_m : g.track_rear_m;
        const x = front ? g.cg_to_front_m : g.cg_to_front_m - g.wheelbase_m;
        steered.position.set(x, (side * track) / 2, g.wheel_radius_m);
        const arrow = new ForceArrow();
        arrow.group.position.set(x, side * (track / 2 + 0.2), 0.1);
        this.group.add(steered, arrow.group);
        this.wheels.push({ steered, spun, arrow });
    }
}

const FORCE = new MeshBasicMaterial({ color: 0xd55e00 });

/** An arrow on the road along the force of one tyre. */
class ForceArrow {
    readonly group = new Group();
    private shaft = new Mesh(new BoxGeometry(1, 0.06, 0.06).translate(0.5, 0, 0), FORCE);
    private head = new Mesh(new ConeGeometry(0.12, 0.28, 12).rotateZ(-Math.PI / 2), FORCE);

    constructor() {
        this.group.add(this.shaft, this.head);
        this.group.visible = false;
    }

    point(angle: number, length_m: number): void {
        this.group.rotation.set(0, 0, angle);
        this.shaft.scale.x = length_m;
        this.head.position.x = length_m + 0.14;
    }
}

function mean(values: number[]): number {
    return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const GLASS = new MeshLambertMaterial({ color: 0x20262c });
const RUBBER = new MeshLambertMaterial({ color: 0x1c1c1c });
const RIM = new MeshLambertMaterial({ color: 0xc8ccd0 });
const LAMP = new MeshLambertMaterial({ color: 0xfff3c4, emissive: 0x776a30 });
const TAIL = new MeshLambertMaterial({ color: 0xb01020, emissive: 0x400008 });

function bodyParts(g: Geometry, paint: MeshLambertMaterial): Mesh[] {
    const overhang = g.length_m - g.wheelbase_m;
    const nose = g.cg_to_front_m + overhang * 0.46;
    const tail = nose - g.length_m;
    const at = (part: number): number => tail + (nose - tail) * part;
    const belt = g.height_m * 0.6;
    const low = g.wheel_radius_m * 0.6;
    const lower = profile(
        [
            [at(0.01), low],
            [at(0), belt * 0.72],
            [at(0.02), belt * 0.98],
            [at(0.2), belt * 1.02],
            [at(0.68), belt],
            [at(0.97), belt * 0.78],
            [at(1), belt * 0.55],
            [at(0.99), low],
        ],
        g.width_m,
        [g.cg_to_front_m, g.cg_to_front_m - g.wheelbase_m].map(
            (x) => [x, g.wheel_radius_m] as const,
        ),
    );
    const cabin = profile(
        [
            [at(0.08), belt],
            [at(0.24), g.height_m * 0.98],
            [at(0.52), g.height_m],
            [at(0.74), belt],
        ],
        g.width_m * 0.84,
    );
    const roof = new BoxGeometry(g.length_m * 0.3, g.width_m * 0.8, 0.04);
    roof.translate(at(0.385), 0, g.height_m);
    const parts: Mesh[] = [new Mesh(lower, paint), new Mesh(cabin, GLASS), new Mesh(roof, paint)];
    for (const side of [-1, 1]) {
        parts.push(lamp(nose - 0.05, side * g.width_m * 0.36, belt * 0.66, LAMP));
        parts.push(lamp(tail + 0.03, side * g.width_m * 0.36, belt * 0.8, TAIL));
    }
    return parts;
}

/** A side view in x and z, as long as the car; `wheels` are cut out of its lower edge. */
function profile(
    points: [number, number][],
    width_m: number,
    wheels: (readonly [x: number, radius: number])[] = [],
): ExtrudeGeometry {
    const shape = new Shape();
    points.forEach(([x, z], i) => (i === 0 ? shape.moveTo(x, z) : shape.lineTo(x, z)));
    // From front to rear along the lower edge.
    const low = points.at(-1)![1];
    for (const [x, radius] of wheels) {
        const arch = radius * 1.15;
        const angle = Math.asin(Math.max(-1, Math.min((low - radius) / arch, 1)));
        shape.absarc(x, radius, arch, angle, Math.PI - angle, false);
    }
    const bevel = 0.05;
    const solid = new ExtrudeGeometry(shape, {
        depth: width_m - 2 * bevel,
        bevelThickness: bevel,
        bevelSize: bevel,
        bevelOffset: -bevel,
        bevelSegments: 2,
    });
    solid.translate(0, 0, -(width_m - 2 * bevel) / 2);
    solid.rotateX(Math.PI / 2);
    return solid;
}

function lamp(x: number, y: number, z: number, material: MeshLambertMaterial): Mesh {
    const box = new BoxGeometry(0.08, 0.34, 0.1);
    box.translate(x, y, z);
    return new Mesh(box, material);
}

function wheelOf(radius_m: number): Group {
    const group = new Group();
    group.add(new Mesh(new CylinderGeometry(radius_m, radius_m, 0.22, 20), RUBBER));
    // Spokes make rotation visible.
    for (const angle of [0, Math.PI / 3, (2 * Math.PI) / 3]) {
        const spoke = new BoxGeometry(radius_m * 1.3, 0.235, 0.07);
        spoke.rotateY(angle);
        group.add(new Mesh(spoke, RIM));
    }
    return group;
}
