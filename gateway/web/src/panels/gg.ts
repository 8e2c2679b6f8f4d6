// SPDX-License-Identifier: MIT
// The g-g diagram: acceleration forward over acceleration to the side, of the last seconds.
import { cssColour, html } from "../dom";
import { fixed } from "../format";
import type { Panel } from "../panel";
import { signalColour } from "../signals";
import type { Store } from "../store";

const G = 9.80665;
const SPAN_S = 20;
const PERIOD_MS = 80;
const SIZE = 132;

export class GgDiagram implements Panel {
    private canvas = html("canvas", { role: "img", "aria-label": "g-g diagram of the last 20 s" });
    private words = html("span", { class: "muted" });
    private next_ms = 0;

    constructor(private readonly store: Store) {}

    mount(place: HTMLElement): void {
        const scale = Math.min(devicePixelRatio, 2);
        this.canvas.width = this.canvas.height = SIZE * scale;
        this.canvas.style.width = this.canvas.style.height = `${SIZE}px`;
        place.append(this.canvas, this.words);
    }

    update(now_ms: number, fresh: boolean): void {
        if (!fresh || now_ms < this.next_ms) return;
        this.next_ms = now_ms + PERIOD_MS;
        const to = this.store.recording.last;
        const { values } = this.store.recording.window(["ax", "ay"], to - SPAN_S, to);
        const [ax, ay] = values as [Float32Array, Float32Array];
        this.draw(ax, ay);
        const size = Math.hypot(ax.at(-1) ?? NaN, ay.at(-1) ?? NaN) / G;
        this.words.textContent = `${fixed(size, 2, 4)}\u2009g`;
    }

    destroy(): void {
        this.canvas.remove();
    }

    private draw(ax: Float32Array, ay: Float32Array): void {
        const pen = this.canvas.getContext("2d")!;
        const scale = this.canvas.width / SIZE;
        const middle = SIZE / 2;
        // At least half a g, else the smallest half g that holds everything.
        const most = Math.max(
            0.5,
            ...Array.from(ax, (a, i) => Math.hypot(a, ay[i]!) / G).filter(Number.isFinite),
        );
        const full = Math.ceil(most * 2) / 2;
        const perG = (middle - 6) / full;
        pen.setTransform(scale, 0, 0, scale, 0, 0);
        pen.clearRect(0, 0, SIZE, SIZE);
        pen.strokeStyle = cssColour("--line");
        pen.lineWidth = 1;
        pen.beginPath();
        for (let ring = 0.5; ring <= full; ring += 0.5) {
            pen.moveTo(middle + ring * perG, middle);
            pen.arc(middle, middle, ring * perG, 0, 2 * Math.PI);
        }
        pen.moveTo(middle, 4);
        pen.lineTo(middle, SIZE - 4);
        pen.moveTo(4, middle);
        pen.lineTo(SIZE - 4, middle);
        pen.stroke();
        pen.fillStyle = cssColour("--muted");
        pen.font = "12px system-ui, sans-serif";
        pen.fillText(`${full}\u2009g`, middle + 4, 14);
        // Forward is up, left is left.
        pen.fillStyle = signalColour("ay", []);
        for (let i = 0; i < ax.length; ++i)
            pen.fillRect(middle - (ay[i]! / G) * perG - 1, middle - (ax[i]! / G) * perG - 1, 2, 2);
        const last = ax.length - 1;
        if (last < 0) return;
        pen.fillStyle = cssColour("--text");
        pen.beginPath();
        pen.arc(
            middle - (ay[last]! / G) * perG,
            middle - (ax[last]! / G) * perG,
            4,
            0,
            2 * Math.PI,
        );
        pen.fill();
    }
}
