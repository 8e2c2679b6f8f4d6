// SPDX-License-Identifier: MIT
// Manual control: its button, the state of the controls, and the touch areas.
import type { DriveCommand } from "../contract";
import { html, setAttribute, setText } from "../dom";
import { Driver } from "../driving/driver";
import { GamepadDevice } from "../driving/gamepad";
import { ARROWS, Pedals, type Pedal } from "../driving/pedals";
import { fixed } from "../format";
import { takesText } from "../keys";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { isUnanswered, post } from "../port";
import { textOf, type Store } from "../store";

const OFF =
    "Driving from this page is disabled. Set data_port: {control: true} in the configuration; " +
    "a measured run also needs --pace.";

export class Driving implements Panel {
    private keys = new Pedals();
    private fingers = new Pedals();
    private driver: Driver;
    private begin = html("button", { type: "button", id: "drive" }, "Drive by hand");
    private words = html("span", { id: "drive-words" });
    private touch = html("div", { class: "touch" });
    private listening = new AbortController();
    private lastVehicle = "";

    constructor(
        private readonly store: Store,
        private readonly link: Link,
    ) {
        this.driver = new Driver(
            [this.keys, this.fingers, new GamepadDevice()],
            () => store.recording.value("vx") || 0,
            (command) => this.send(command),
            (reason) => this.ended(reason),
        );
        this.begin.addEventListener("click", () => this.toggle());
    }

    mount(place: HTMLElement): void {
        const areas: [Pedal, string][] = [
            ["left", "◀"],
            ["right", "▶"],
            ["brake", "Brake"],
            ["throttle", "Go"],
        ];
        this.touch.append(...areas.map(([pedal, sign]) => this.makeArea(pedal, sign)));
        place.append(html("div", { class: "drive-bar" }, this.begin, this.words), this.touch);
        const options = { signal: this.listening.signal };
        addEventListener("keydown", (event) => this.onKey(event, true), options);
        addEventListener("keyup", (event) => this.onKey(event, false), options);
        addEventListener("blur", () => this.driver.end("the page lost the focus."), options);
        addEventListener("pagehide", () => this.driver.end(), options);
        document.addEventListener(
            "visibilitychange",
            () => document.hidden && this.driver.end("the page was hidden."),
            options,
        );
    }

    toggle(): void {
        if (this.driver.active) this.driver.end();
        else if (this.store.config.control === false) this.store.report(OFF);
        else {
            this.lastVehicle = this.store.vehicleId;
            this.driver.begin();
        }
    }

    end(): void {
        this.driver.end();
    }

    changeGear(): void {
        this.driver.changeGear();
    }

    update(now_ms: number): void {
        const driver = this.driver;
        if (driver.active && this.store.lostFor_s(now_ms) !== null)
            driver.end("the connection to the gateway is lost.");
        if (driver.active && this.lastVehicle !== this.store.vehicleId) driver.end();
        setText(this.begin, driver.active ? "End driving" : "Drive by hand");
        setAttribute(this.begin, "aria-pressed", String(driver.active));
        this.touch.hidden = !driver.active;
        setText(this.words, driver.active ? this.state() : "");
        setAttribute(this.words, "data-held", String(driver.held));
    }

    destroy(): void {
        this.driver.end();
        this.listening.abort();
    }

    private state(): string {
        const { throttle, brake, steer, gear } = this.driver.command;
        const pedals = `throttle ${fixed(throttle, 2, 4)}, brake ${fixed(brake, 2, 4)}`;
        const hand = this.driver.held ? "Held" : "Released: braking";
        const way = gear === "reverse" ? "Reverse, " : "";
        return `${hand}. ${way}${pedals}, steering ${fixed(steer, 2, 5)}`;
    }

    private async send(command: DriveCommand): Promise<void> {
        await post("/api/io", { vehicle: Number(this.lastVehicle), ...command });
    }

    private ended(reason: unknown): void {
        if (isUnanswered(reason)) this.store.unanswered();
        else if (reason !== null) this.store.report(`Driving ended: ${textOf(reason)}`);
        // If this request fails, the time-out of the data port releases the vehicle.
        if (!this.store.isRemote)
            void this.link.request(() => post("/api/control", { do: "release" }));
    }

    private onKey(event: KeyboardEvent, down: boolean): void {
        const pedal = ARROWS[event.key];
        if (!pedal || event.ctrlKey || event.altKey || event.metaKey) return;
        if (!down) {
            this.keys.pressed.delete(pedal);
            return;
        }
        if (
            takesText(event.target) ||
            (event.target as Element).closest?.("dialog, [role=tablist]")
        )
            return;
        event.preventDefault();
        if (event.repeat) return;
        this.keys.pressed.add(pedal);
        if (!this.driver.active) this.toggle();
    }

    private makeArea(pedal: Pedal, sign: string): HTMLElement {
        const area = html(
            "button",
            { type: "button", class: `area ${pedal}`, "aria-label": pedal },
            sign,
        );
        const release = (): void => void this.fingers.pressed.delete(pedal);
        area.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            area.setPointerCapture(event.pointerId);
            this.fingers.pressed.add(pedal);
        });
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"])
            area.addEventListener(name, release);
        area.addEventListener("contextmenu", (event) => event.preventDefault());
        return area;
    }
}
