// SPDX-License-Identifier: MIT
// Speed, steering, pedals and gear, legible from two metres.
import { html, setAttribute, setText, svg } from "../dom";
import { figure, fixed } from "../format";
import type { Panel } from "../panel";
import type { Shown } from "../shown";

const STEER_FULL_RAD = 0.6;
const STEER_FULL_DEGREES = 120;

export class Instruments implements Panel {
    private speed = html("span", { class: "speed", id: "speed" });
    private kmh = html("span", { class: "muted", id: "speed-kmh" });
    private needle = svg("path", { class: "needle", d: "M0 -30V-44" });
    private rim = svg("g", {}, svg("path", { class: "rim", d: "M-26 0H26M0 0V26" }));
    private steer = html("span", { id: "steer" });
    private gear = html("span", { class: "gear", id: "gear" });
    private throttle = svg("rect", { class: "throttle", x: 0, width: 12 });
    private brake = svg("rect", { class: "brake", x: 0, width: 12 });

    constructor(private readonly store: Shown) {}

    mount(place: HTMLElement): void {
        const dial = svg(
            "svg",
            { class: "dial", viewBox: "-50 -50 100 100", role: "img", "aria-label": "Steering" },
            svg("circle", { class: "rim", r: 28 }),
            this.rim,
            svg("path", { class: "zero", d: "M0 -44V-48" }),
            this.needle,
        );
        place.append(
            html(
                "div",
                { class: "instrument" },
                html("div", {}, this.speed, html("span", {}, "\u202fm/s")),
                this.kmh,
            ),
            html("div", { class: "instrument" }, dial, this.steer),
            html(
                "div",
                { class: "instrument bars" },
                bar("Throttle", this.throttle),
                bar("Brake", this.brake),
            ),
            html(
                "div",
                { class: "instrument" },
                html("span", { class: "label" }, "gear"),
                this.gear,
            ),
        );
    }

    update(_now_ms: number, fresh: boolean): void {
        if (!fresh) return;
        const recording = this.store.recording;
        const vx = recording.value("vx");
        setText(this.speed, fixed(vx, 1, 5));
        setText(this.kmh, `${fixed(vx * 3.6, 0, 4)}\u202fkm/h`);
        const steer = recording.value("steer");
        const angle = (-steer / STEER_FULL_RAD) * STEER_FULL_DEGREES || 0;
        setAttribute(this.rim, "transform", `rotate(${angle.toFixed(1)})`);
        setAttribute(this.needle, "transform", `rotate(${angle.toFixed(1)})`);
        setText(this.steer, `${fixed((steer * 180) / Math.PI, 1, 5)}°`);
        setBar(this.throttle, recording.value("cmd.throttle"));
        setBar(this.brake, recording.value("cmd.brake"));
        setText(this.gear, gearName(this.store.snapshot?.gear));
    }

    destroy(): void {
        this.speed.remove();
    }
}

function bar(name: string, filling: SVGRectElement): HTMLElement {
    const frame = svg(
        "svg",
        { class: "bar", viewBox: "0 0 12 64", role: "img", "aria-label": name },
        svg("rect", { class: "empty", width: 12, height: 64 }),
        filling,
    );
    return html("div", {}, frame, html("span", { class: "label" }, name.toLowerCase()));
}

function setBar(filling: SVGRectElement, value: number): void {
    const height = Math.min(Math.max(value || 0, 0), 1) * 64;
    setAttribute(filling, "y", (64 - height).toFixed(1));
    setAttribute(filling, "height", height.toFixed(1));
    setAttribute(filling.ownerSVGElement!, "data-value", figure(value));
}

/** One letter, as on a selector lever. */
function gearName(gear: string | number | null | undefined): string {
    if (gear === null || gear === undefined || gear === "") return "–";
    if (typeof gear === "string") return gear[0]!.toUpperCase();
    return gear < 0 ? "R" : gear === 0 ? "N" : String(gear);
}
