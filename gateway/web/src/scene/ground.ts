// SPDX-License-Identifier: MIT
// The road: a sloped plane, a grid that follows the vehicle, friction patches, the route.
import {
    BufferGeometry,
    DoubleSide,
    Float32BufferAttribute,
    GridHelper,
    Group,
    Line,
    LineBasicMaterial,
    Mesh,
    MeshBasicMaterial,
    PlaneGeometry,
    Vector3,
} from "three";
import type { FrictionPatch, Ground as GroundConfig } from "../contract";

const SIZE_M = 400;
const CELL_M = 10;
const ROUTE_WIDTH_M = 3.5;
/** Drawn length of a patch without an end. */
const FAR_M = 2000;

export class Ground {
    readonly group = new Group();
    private plane = new Mesh(new PlaneGeometry(3 * SIZE_M, 3 * SIZE_M), new MeshBasicMaterial());
    private grid: GridHelper | null = null;
    private fixed = new Group();
    private routeMaterial = new MeshBasicMaterial({ side: DoubleSide });
    private lineMaterial = new LineBasicMaterial();
    private patchMaterials: MeshBasicMaterial[] = [];
    private slope = { x: 0, y: 0, height: 0 };

    constructor() {
        this.plane.position.z = -0.03;
        this.group.add(this.plane, this.fixed);
    }

    setColours(plane: string, line: string, route: string, routeLine: string): void {
        (this.plane.material as MeshBasicMaterial).color.set(plane);
        this.routeMaterial.color.set(route);
        this.lineMaterial.color.set(routeLine);
        if (this.grid) {
            this.group.remove(this.grid);
            this.grid.dispose();
        }
        this.grid = new GridHelper(SIZE_M, SIZE_M / CELL_M, line, line);
        this.grid.rotation.x = Math.PI / 2;
        this.group.add(this.grid);
    }

    /** A plane: height, and slopes along the heading and to its left. */
    setPlane(height: number, heading: number, grade: number, bank: number): void {
        const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
        this.slope = { x: grade * cos - bank * sin, y: grade * sin + bank * cos, height };
        const normal = new Vector3(-this.slope.x, -this.slope.y, 1).normalize();
        this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
        this.group.position.z = height;
    }

    height(x: number, y: number): number {
        return this.slope.height + this.slope.x * x + this.slope.y * y;
    }

    /** Moves the grid by whole cells, so that its lines stay at their positions in the world. */
    follow(x: number, y: number): void {
        if (this.grid) this.grid.position.set(snap(x), snap(y), 0);
        this.plane.position.set(snap(x), snap(y), -0.03);
    }

    show(
        route: [number, number][] | null | undefined,
        ground: GroundConfig | null | undefined,
    ): void {
        for (const part of [...this.fixed.children]) {
            this.fixed.remove(part);
            if (part instanceof Mesh || part instanceof Line) part.geometry.dispose();
        }
        this.patchMaterials.splice(0).forEach((material) => material.dispose());
        for (const patch of ground?.patches ?? []) this.addPatch(patch, ground?.heading_rad ?? 0);
        if (!route || route.length < 2) return;
        const road = new Mesh(ribbon(route, ROUTE_WIDTH_M), this.routeMaterial);
        road.position.z = 0.01;
        const middle = new BufferGeometry();
        middle.setAttribute(
            "position",
            new Float32BufferAttribute(
                route.flatMap(([x, y]) => [x, y, 0.03]),
                3,
            ),
        );
        this.fixed.add(road, new Line(middle, this.lineMaterial));
    }

    private addPatch({ friction, ...edges }: FrictionPatch, heading: number): void {
        const length = Math.min(edges.end_m, FAR_M) - Math.max(edges.start_m, -FAR_M);
        const width = Math.min(edges.left_m, FAR_M) - Math.max(edges.right_m, -FAR_M);
        const shape = new PlaneGeometry(length, width);
        shape.translate(
            Math.max(edges.start_m, -FAR_M) + length / 2,
            Math.max(edges.right_m, -FAR_M) + width / 2,
            0,
        );
        shape.rotateZ(heading);
        // The lower the friction, the more opaque the patch.
        const opacity = Math.min(Math.max(0.7 - 0.5 * friction, 0.12), 0.7);
        const material = new MeshBasicMaterial({
            color: 0x56b4e9,
            transparent: true,
            opacity,
            side: DoubleSide,
        });
        this.patchMaterials.push(material);
        const patch = new Mesh(shape, material);
        patch.position.z = 0.02;
        this.fixed.add(patch);
    }
}

function snap(value: number): number {
    return Math.round(value / CELL_M) * CELL_M;
}

/** A band of the given width along the points: two triangles per segment. */
function ribbon(points: [number, number][], width: number): BufferGeometry {
    const corners: number[] = [];
    const faces: number[] = [];
    points.forEach(([x, y], i) => {
        const [x0, y0] = points[Math.max(i - 1, 0)]!;
        const [x1, y1] = points[Math.min(i + 1, points.length - 1)]!;
        const length = Math.hypot(x1 - x0, y1 - y0) || 1;
        const side = [
            (-(y1 - y0) / length) * (width / 2),
            ((x1 - x0) / length) * (width / 2),
        ] as const;
        corners.push(x + side[0], y + side[1], 0, x - side[0], y - side[1], 0);
        if (i > 0) faces.push(2 * i - 2, 2 * i - 1, 2 * i, 2 * i, 2 * i - 1, 2 * i + 1);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
    geometry.setIndex(faces);
    return geometry;
}
