// SPDX-License-Identifier: MIT
// The 3D view, its cameras, and an overlay while its state is not current.
import { fillList, html, nextTask, setAttribute, setText } from "../dom";
import { duration } from "../format";
import type { Panel } from "../panel";
import type { World } from "../scene/world";
import type { Shown } from "../shown";
import { CAMERAS, type CameraName } from "../view";

/** Limits the view to 60 frames per second. */
const FRAME_MS = 15;

export class SceneView implements Panel {
    private canvas = html("canvas", {
        class: "world",
        role: "img",
        "aria-label": "The vehicle and its surroundings",
    });
    private labels = html("div", { class: "labels", "aria-hidden": "true" });
    private over = html("p", { class: "over", role: "status" });
    private cameras = html("div", { class: "cameras", role: "group", "aria-label": "Camera" });
    private place: HTMLElement | null = null;
    private world: World | null = null;
    private sizes = new ResizeObserver(() => (this.resized = true));
    private resized = true;
    private lastFrame_ms = 0;
    private missed = true;

    constructor(private readonly store: Shown) {}

    mount(place: HTMLElement): void {
        this.place = place;
        for (const camera of CAMERAS) {
            const choose = (): void => this.store.show({ camera });
            this.cameras.append(
                html("button", { type: "button", "data-camera": camera, click: choose }, camera),
            );
        }
        place.append(this.canvas, this.labels, this.cameras, this.over);
        this.sizes.observe(place);
        void this.load();
    }

    nextCamera(): void {
        const next = (CAMERAS.indexOf(this.store.view.camera) + 1) % CAMERAS.length;
        this.store.show({ camera: CAMERAS[next] as CameraName });
    }

    update(now_ms: number, fresh: boolean): void {
        this.missed ||= fresh;
        this.showState(now_ms);
        if (!this.world || !this.place || now_ms - this.lastFrame_ms < FRAME_MS) return;
        this.lastFrame_ms = now_ms;
        const { clientWidth: width, clientHeight: height } = this.place;
        if (this.resized) this.world.resize(width, height);
        this.resized = false;
        const labels = this.world.draw(now_ms, this.missed, width, height);
        this.missed = false;
        fillList(
            this.labels,
            labels,
            () => html("span"),
            (element, label) => {
                setText(element, label.name);
                const [left, top] = [label.left, label.top].map((pixels) => pixels.toFixed(0));
                element.style.transform = `translate(${left}px, ${top}px)`;
            },
        );
    }

    destroy(): void {
        this.sizes.disconnect();
        this.world?.destroy();
    }

    private async load(): Promise<void> {
        try {
            const { World } = await import("../scene/world");
            await nextTask();
            const { clientWidth: width, clientHeight: height } = this.place!;
            this.world = await World.create(this.canvas, this.store, width, height);
        } catch (error) {
            this.store.report(
                `The 3D view needs WebGL, which this browser does not provide: ${String(error)}`,
            );
        }
    }

    /** Shows why and since when the view does not move. */
    private showState(now_ms: number): void {
        const words = this.state(now_ms);
        setText(this.over, words);
        this.over.hidden = words === "";
        setAttribute(this.place!, "data-stale", String(words !== "" && words !== "Paused"));
        for (const button of this.cameras.children)
            setAttribute(
                button,
                "aria-pressed",
                String((button as HTMLElement).dataset["camera"] === this.store.view.camera),
            );
    }

    private state(now_ms: number): string {
        const lost_s = this.store.lostFor_s(now_ms);
        if (lost_s !== null) return `Connection lost for ${duration(lost_s)}`;
        if (!this.store.snapshot) return "Waiting for the first state";
        if (this.store.snapshot.paused) return "Paused";
        const stalled_s = this.store.stalledFor_s(now_ms);
        return stalled_s === null ? "" : `No new state for ${duration(stalled_s)}`;
    }
}
