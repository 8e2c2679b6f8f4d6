// SPDX-License-Identifier: MIT
// Vehicle, controls and times of the run, and the light of the connection.
import { fillList, html, setAttribute, setText } from "../dom";
import { duration, figure, fixed, withUnit } from "../format";
import { makeLight, setLight } from "../light";
import type { Link } from "../link";
import type { Panel } from "../panel";
import type { Store } from "../store";

const SCALES = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const SURE_FOR_MS = 3000;

export class TopBar implements Panel {
    private vehicle = html("select", { "aria-label": "Vehicle", id: "vehicle" });
    private pause = html("button", { type: "button", id: "pause" }, "Pause");
    private step = html("button", { type: "button", id: "step" }, "Step");
    private stop = html("button", { type: "button", id: "stop" }, "Stop");
    private scale = html("select", { "aria-label": "Time scale", id: "scale" });
    private buttons = html("div", { class: "group" }, this.pause, this.step, this.stop, this.scale);
    private time = html("output", { id: "time", "aria-live": "off" });
    private factor = html("output", { id: "factor", "aria-live": "off" });
    private rate = html("output", { id: "rate", "aria-live": "off" });
    private light = makeLight();
    private linkWords = html("span", { id: "link-words" });
    private sureUntil_ms = 0;

    constructor(
        private readonly store: Store,
        private readonly link: Link,
        private readonly help: () => void,
        /** In the studio: the selection of a run. */
        private readonly runs: HTMLElement | null = null,
    ) {
        this.vehicle.addEventListener("change", () => link.chooseVehicle(this.vehicle.value));
        this.pause.addEventListener("click", () => this.togglePause());
        this.step.addEventListener("click", () => this.stepOnce());
        this.stop.addEventListener("click", () => this.stopWhenSure());
        this.scale.addEventListener("change", () => {
            void link.control({ time_scale: Number(this.scale.value) });
        });
    }

    mount(place: HTMLElement): void {
        const labelled = (label: string, value: HTMLElement): HTMLElement =>
            html("span", { class: "reading" }, html("span", { class: "label" }, label), value);
        place.append(
            html("h1", { class: "hidden" }, "ddc-gateway"),
            html("div", { class: "group" }, this.runs, this.vehicle),
            this.buttons,
            html(
                "div",
                { class: "group readings" },
                labelled("time", this.time),
                labelled("real-time factor", this.factor),
                labelled("rate", this.rate),
            ),
            html("div", { class: "group link" }, this.light, this.linkWords),
            html(
                "button",
                { type: "button", id: "help", click: this.help, "aria-label": "Keys and help" },
                "?",
            ),
        );
        SCALES.forEach((scale) =>
            this.scale.append(html("option", { value: scale }, withUnit(String(scale), "×"))),
        );
    }

    togglePause(): void {
        if (this.store.isRemote) return;
        void this.link.control({ do: this.store.snapshot?.paused ? "resume" : "pause" });
    }

    stepOnce(): void {
        if (!this.store.isRemote) void this.link.control({ do: "step", steps: 1 });
    }

    update(now_ms: number, fresh: boolean): void {
        this.showLink(now_ms);
        setText(this.stop, now_ms < this.sureUntil_ms ? "Stop run?" : "Stop");
        if (!fresh) return;
        this.buttons.hidden = this.store.isRemote;
        this.showVehicles();
        const snapshot = this.store.snapshot;
        setText(this.pause, snapshot?.paused ? "Resume" : "Pause");
        setAttribute(this.pause, "aria-pressed", String(snapshot?.paused === true));
        this.step.disabled = snapshot?.paused !== true || snapshot.mode === "realtime";
        this.step.title = snapshot?.mode === "realtime" ? "A realtime run cannot be stepped" : "";
        setText(this.time, withUnit(fixed(snapshot?.t, 2, 8), "s"));
        setText(
            this.factor,
            withUnit(figure(snapshot?.real_time_factor).padStart(5, "\u2007"), "×"),
        );
        setText(this.rate, withUnit(figure(snapshot?.rate_hz).padStart(5, "\u2007"), "Hz"));
        this.showScale(snapshot?.time_scale);
    }

    destroy(): void {
        this.sureUntil_ms = 0;
    }

    private showVehicles(): void {
        const vehicles = this.store.vehicles;
        fillList(
            this.vehicle,
            vehicles,
            () => html("option"),
            (option, vehicle) => {
                setText(option, vehicle.name);
                option.value = String(vehicle.id);
            },
        );
        if (document.activeElement !== this.vehicle) this.vehicle.value = this.store.vehicleId;
        this.vehicle.disabled = vehicles.length < 2;
    }

    /** Only runs that follow a clock have a time scale. */
    private showScale(scale: number | null | undefined): void {
        this.scale.hidden = scale === null || scale === undefined;
        if (this.scale.hidden || document.activeElement === this.scale) return;
        if (!SCALES.includes(scale!) && this.scale.options.length === SCALES.length)
            this.scale.append(html("option", { value: scale! }, withUnit(figure(scale), "×")));
        this.scale.value = String(scale);
    }

    private showLink(now_ms: number): void {
        const lost_s = this.store.lostFor_s(now_ms);
        const isConnecting = this.store.receivedAt_ms === null && lost_s === null;
        const light = isConnecting ? "grey" : lost_s === null ? "green" : "red";
        const words = isConnecting
            ? "connecting"
            : lost_s === null
              ? "connected"
              : `lost for ${duration(lost_s)}`;
        setLight(this.light, light, `connection: ${light}`);
        setText(this.linkWords, words);
    }

    /** Ends the run on the second press. */
    private stopWhenSure(): void {
        const now_ms = performance.now();
        if (now_ms < this.sureUntil_ms) void this.link.control({ do: "stop" });
        this.sureUntil_ms = now_ms < this.sureUntil_ms ? 0 : now_ms + SURE_FOR_MS;
    }
}
