// SPDX-License-Identifier: MIT
// Shows the vehicles of a recording in the picture of the page of a run, at any time or in motion.
import { html, setAttribute, setText } from "../dom";
import { fixed, withUnit } from "../format";
import type { Panel } from "../panel";
import { GgDiagram } from "../panels/gg";
import { Instruments } from "../panels/instruments";
import { SceneView } from "../panels/scene";
import type { Store } from "../store";
import { RecordedVehicles, type OpenedTrace } from "./recorded_vehicles";

const SPEEDS = [1, 2, 5, 10];
/** A longer pause of the browser is no time of the recording. */
const LONGEST_FRAME_S = 0.25;

export class Playback {
    readonly element = html("section", {
        class: "playback",
        "aria-label": "Vehicle",
        hidden: true,
    });
    private vehicles: RecordedVehicles;
    private panels: Panel[] = [];
    private player = html("button", { type: "button", id: "play" }, "Play");
    private slider = html("input", { type: "range", id: "play-time", "aria-label": "Time" });
    private time = html("output", { class: "play-words" });
    private speed = html("select", { id: "play-speed", "aria-label": "Speed" });
    private shown_s = NaN;
    private isPointedAt = false;
    private frame_ms = 0;

    /** @param onTime called when another time is shown that the user does not point to */
    constructor(
        store: Store,
        private readonly onTime: (t: number) => void,
    ) {
        this.vehicles = new RecordedVehicles(store);
        this.player.addEventListener("click", () => this.toggle());
        this.slider.addEventListener("input", () =>
            this.vehicles.showAt(Number(this.slider.value)),
        );
        for (const factor of SPEEDS)
            this.speed.append(html("option", { value: factor }, `${factor}×`));
    }

    /** Hidden if the traces have no position. */
    showTraces(opened: readonly OpenedTrace[]): void {
        this.setPlaying(false);
        this.vehicles.open(opened);
        this.element.hidden = !this.vehicles.own;
        if (!this.vehicles.own) return;
        if (this.panels.length === 0) this.mount();
        setAttribute(this.slider, "min", String(this.vehicles.first));
        setAttribute(this.slider, "max", String(this.vehicles.last));
        setAttribute(this.slider, "step", "any");
        this.shown_s = NaN;
    }

    /** Shows the vehicles at a time that the user points to, unless they move; null: none. */
    pointAt(t: number | null): void {
        if (t === null) this.shown_s = NaN;
        else if (!this.vehicles.isPlaying) this.vehicles.showAt(t);
        this.isPointedAt = t !== null;
    }

    update(now_ms: number): void {
        if (this.element.hidden) return;
        const frame_s = Math.min((now_ms - this.frame_ms) / 1000, LONGEST_FRAME_S);
        this.frame_ms = now_ms;
        if (this.vehicles.isPlaying) this.advance(frame_s * Number(this.speed.value));
        const t = this.vehicles.time_s;
        const fresh = t !== this.shown_s;
        this.shown_s = t;
        if (fresh) {
            if (this.vehicles.isPlaying || !this.isPointedAt) this.onTime(t);
            this.slider.value = String(t);
            setAttribute(this.slider, "aria-valuetext", `${t.toFixed(2)} s`);
            setText(this.time, withUnit(fixed(t, 2, 6), "s"));
        }
        for (const panel of this.panels) panel.update(now_ms, fresh);
    }

    destroy(): void {
        this.panels.forEach((panel) => panel.destroy());
    }

    private mount(): void {
        const centre = html("div", { class: "centre" });
        const places: [Panel, HTMLElement][] = [
            [new SceneView(this.vehicles), html("div", { class: "scene" })],
            [new Instruments(this.vehicles), html("div", { class: "instruments" })],
            [new GgDiagram(this.vehicles), html("div", { class: "gg" })],
        ];
        for (const [panel, place] of places) {
            centre.append(place);
            panel.mount(place);
            this.panels.push(panel);
        }
        const bar = html("div", { class: "play-bar" });
        bar.append(this.player, this.slider, this.time, this.speed);
        this.element.append(centre, bar);
    }

    /** At the end, playback begins again. */
    private toggle(): void {
        if (!this.vehicles.isPlaying && this.vehicles.time_s >= this.vehicles.last)
            this.vehicles.showAt(this.vehicles.first);
        this.setPlaying(!this.vehicles.isPlaying);
    }

    private setPlaying(isPlaying: boolean): void {
        this.vehicles.isPlaying = isPlaying;
        setText(this.player, isPlaying ? "Pause" : "Play");
    }

    private advance(seconds: number): void {
        this.vehicles.showAt(this.vehicles.time_s + seconds);
        if (this.vehicles.time_s >= this.vehicles.last) this.setPlaying(false);
    }
}
