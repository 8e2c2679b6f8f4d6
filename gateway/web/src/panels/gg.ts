// SPDX-License-Identifier: MIT
// The g-g diagram: longitudinal over lateral acceleration of the last seconds.
import { cssColour, html } from "../dom";
import { figure, fixed, withUnit } from "../format";
import type { Panel } from "../panel";
import { signalColour } from "../signals";
import type { Shown } from "../shown";

const G = 9.80665;
const SPAN_S = 20;
const PERIOD_MS = 80;
/** Largest number of rings. */
const RINGS = 6;

export class GgDiagram implements Panel {
    private canvas = html("canvas", { role: "img", "aria-label": "g-g diagram of the last 20 s" });
    private words = html("span", { class: "muted" });
    private size = 0;
    private sizes = new ResizeObserver(() => this.resize());
    private next_ms = 0;
    private missed = true;

    constructor(private readonly store: Shown) {}

    mount(place: HTMLElement): void {
        place.append(this.canvas, this.words);
        this.sizes.observe(this.canvas);
    }

    update(now_ms: number, fresh: boolean): void {
        this.missed ||= fresh;
        if (!this.missed || now_ms < this.next_ms || this.size === 0) return;
        this.missed = false;
        this.next_ms = now_ms + PERIOD_MS;
        const to = this.store.recording.last;
        const { values } = this.store.recording.window(["ax", "ay"], to - SPAN_S, to);
        const [ax, ay] = values as [Float32Array, Float32Array];
        // The scale is a multiple of 0.5 g that contains all points.
        const full = ax.reduce((most, a, i) => {
            const g = Math.hypot(a, ay[i]!) / G;
            return g > most && Number.isFinite(g) ? Math.ceil(g * 2) / 2 : most;
        }, 0.5);
        const perG = (this.size / 2 - 6) / full;
        const pen = this.canvas.getContext("2d")!;
        this.drawRings(pen, full, perG);
        this.drawPoints(pen, ax, ay, perG);
        const now = Math.hypot(ax.at(-1) ?? NaN, ay.at(-1) ?? NaN) / G;
        this.words.textContent = withUnit(fixed(now, 2, 4), "g");
    }

    destroy(): void {
        this.sizes.disconnect();
        this.canvas.remove();
    }

    private resize(): void {
        const scale = Math.min(devicePixelRatio, 2);
        this.size = this.canvas.clientWidth;
        this.canvas.width = this.canvas.height = this.size * scale;
        this.canvas.getContext("2d")!.scale(scale, scale);
        this.next_ms = 0;
        this.missed = true;
    }

    private drawRings(pen: CanvasRenderingContext2D, full: number, perG: number): void {
        const middle = this.size / 2;
        pen.clearRect(0, 0, this.size, this.size);
        pen.strokeStyle = cssColour("--line");
        pen.lineWidth = 1;
        pen.beginPath();
        const step = Math.max(0.5, full / RINGS);
        for (let ring = step; ring <= full; ring += step) {
            pen.moveTo(middle + ring * perG, middle);
            pen.arc(middle, middle, ring * perG, 0, 2 * Math.PI);
        }
        pen.moveTo(middle, 4);
        pen.lineTo(middle, this.size - 4);
        pen.moveTo(4, middle);
        pen.lineTo(this.size - 4, middle);
        pen.stroke();
        pen.fillStyle = cssColour("--muted");
        pen.font = "14px system-ui, sans-serif";
        pen.fillText(withUnit(figure(full, 2), "g"), middle + 4, 16);
    }

    /** Forward is up, left is to the left. */
    private drawPoints(
        pen: CanvasRenderingContext2D,
        ax: Float32Array,
        ay: Float32Array,
        perG: number,
    ): void {
        const place = (i: number): [number, number] => [
            this.size / 2 - (ay[i]! / G) * perG,
            this.size / 2 - (ax[i]! / G) * perG,
        ];
        pen.fillStyle = signalColour("ay", []);
        for (let i = 0; i < ax.length; ++i) {
            const [x, y] = place(i);
            pen.fillRect(x - 1, y - 1, 2, 2);
        }
        if (ax.length === 0) return;
        pen.fillStyle = cssColour("--text");
        pen.beginPath();
        pen.arc(...place(ax.length - 1), 4, 0, 2 * Math.PI);
        pen.fill();
    }
}
