// SPDX-License-Identifier: MIT
// All that the panels show. The link fills it, the panels read it and are told by `version`.
import type { Config, Part, Snapshot, VehicleConfig } from "./contract";
import { Recording, scalarsOf } from "./recording";
import { viewFromHash, viewToHash, type View } from "./view";

export interface Message {
    id: number;
    text: string;
    /** Asks for the token, too. */
    wantsToken: boolean;
}

/** Nothing heard for so long: the link is lost. The port sends a heartbeat each second. */
export const LOST_AFTER_MS = 2500;

/** More than are read at once; the same text is told once. */
const MOST_MESSAGES = 50;

export function textOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

export class Store {
    readonly recording = new Recording();
    view: View = viewFromHash(location.hash);
    config: Config = {};
    snapshot: Snapshot | null = null;
    /** The one before, for pictures between the two. */
    previous: Snapshot | null = null;
    /** When the newest arrived, performance.now(). */
    snapshotAt_ms = 0;
    /** Measured time between the newest two. */
    interval_ms = 50;
    /** When anything was heard, performance.now(); null: never. */
    heardAt_ms: number | null = null;
    /** A request got no answer, and nothing was heard since. */
    private isUnanswered = false;
    /** Name of the row that was clicked on the left. */
    selectedPart: string | null = null;
    messages: Message[] = [];
    /** Vehicles behind VDS1 that were attached: they are seen and driven, and that is all. */
    isPeer = false;
    /** How often the gateway was heard anew: each time it may be another one. */
    gateways = 0;
    version = 0;
    private nextMessage = 1;

    changed(): void {
        this.version += 1;
    }

    heard(): void {
        this.heardAt_ms = performance.now();
        this.isUnanswered = false;
    }

    /** A request got no answer: the link is lost. */
    unanswered(): void {
        this.isUnanswered = true;
    }

    take(snapshot: Snapshot): void {
        const now = performance.now();
        if (this.recording.append(snapshot.t, scalarsOf(snapshot))) {
            this.previous = this.snapshot;
            this.interval_ms = Math.min(Math.max(now - this.snapshotAt_ms, 10), 1000);
            this.snapshotAt_ms = now;
        }
        this.snapshot = snapshot;
        this.changed();
    }

    /** Seconds since the gateway was heard, while that is too long; null: the link is well. */
    lostFor_s(now_ms: number): number | null {
        const silence_ms = this.heardAt_ms === null ? now_ms : now_ms - this.heardAt_ms;
        return this.isUnanswered || silence_ms > LOST_AFTER_MS ? silence_ms / 1000 : null;
    }

    /** Seconds for which a run that should move did not; null: it moves, or is paused. */
    standsFor_s(now_ms: number): number | null {
        if (!this.snapshot || this.snapshot.paused) return null;
        const silence_ms = now_ms - this.snapshotAt_ms;
        return silence_ms > LOST_AFTER_MS ? silence_ms / 1000 : null;
    }

    get vehicles(): VehicleConfig[] {
        const configured = this.config.vehicles ?? this.config.programs ?? [];
        if (configured.length > 0) return configured;
        return Object.entries(this.snapshot?.fleet ?? {}).map(([id, row]) => ({
            id: Number(id),
            name: row.name,
        }));
    }

    /** Id of the vehicle that is looked at: asked for by number or name, else the first. */
    get vehicleId(): string {
        const asked = this.view.vehicle;
        const found = this.vehicles.find((v) => String(v.id) === asked || v.name === asked);
        return asked === "" ? String(this.vehicles[0]?.id ?? 0) : String(found?.id ?? asked);
    }

    get vehicle(): VehicleConfig | undefined {
        return this.vehicles.find((vehicle) => String(vehicle.id) === this.vehicleId);
    }

    get parts(): Part[] {
        return this.snapshot?.parts ?? [];
    }

    show(change: Partial<View>): void {
        this.view = { ...this.view, ...change };
        history.replaceState(null, "", location.pathname + location.search + viewToHash(this.view));
        this.changed();
    }

    /** Forgets what was received: another vehicle is looked at. */
    forget(): void {
        this.recording.clear();
        this.snapshot = this.previous = null;
        this.changed();
    }

    say(error: unknown, wantsToken = false): void {
        const text = textOf(error);
        if (this.messages.some((message) => message.text === text)) return;
        this.messages = [...this.messages, { id: this.nextMessage++, text, wantsToken }].slice(
            -MOST_MESSAGES,
        );
        this.changed();
    }

    dismiss(id: number): void {
        this.messages = this.messages.filter((message) => message.id !== id);
        this.changed();
    }
}
