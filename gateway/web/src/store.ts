// SPDX-License-Identifier: MIT
// The state that the panels show. The link fills it; `version` notifies the panels of changes.
import type { Config, Part, Snapshot, VehicleConfig } from "./contract";
import { faultValues } from "./fault_bands";
import { Recording, scalarsOf } from "./recording";
import { viewFromHash, viewToHash, type View } from "./view";

export interface Message {
    id: number;
    text: string;
    /** Whether the message also asks for the token. */
    needsToken: boolean;
}

/** Without data for this time, the connection is lost. The port sends a heartbeat each second. */
export const LOST_AFTER_MS = 2500;

/** Older messages are removed; a text is shown only once. */
const MOST_MESSAGES = 50;

export function textOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

export class Store {
    readonly recording = new Recording();
    view: View = viewFromHash(location.hash);
    config: Config = {};
    snapshot: Snapshot | null = null;
    /** The snapshot before, for interpolation. */
    previous: Snapshot | null = null;
    /** Arrival of the newest snapshot, performance.now(). */
    private snapshotAt_ms = 0;
    /** Measured time between the newest two snapshots. */
    private interval_ms = 50;
    /** Arrival of the last data of any kind, performance.now(); null: never. */
    receivedAt_ms: number | null = null;
    /** A request got no reply, and no data have arrived since. */
    private isUnanswered = false;
    /** Name of the selected row of the list of parts. */
    selectedPart: string | null = null;
    messages: Message[] = [];
    /** Attached to remote vehicles over VDS1, which can be driven but not paused or stopped. */
    isRemote = false;
    /** Number of reconnections; after each the gateway may be another one. */
    gateways = 0;
    version = 0;
    private nextMessage = 1;

    changed(): void {
        this.version += 1;
    }

    received(): void {
        this.receivedAt_ms = performance.now();
        this.isUnanswered = false;
    }

    /** A request got no reply: the connection is lost. */
    unanswered(): void {
        this.isUnanswered = true;
    }

    addSnapshot(snapshot: Snapshot): void {
        const now = performance.now();
        if (this.recording.append(snapshot.t, this.valuesOf(snapshot))) {
            this.previous = this.snapshot;
            this.interval_ms = Math.min(Math.max(now - this.snapshotAt_ms, 10), 1000);
            this.snapshotAt_ms = now;
        }
        this.snapshot = snapshot;
        this.changed();
    }

    /** Faults come first, since the number of signals is limited. */
    private valuesOf(snapshot: Snapshot): Map<string, number> {
        const names = this.vehicle?.faults?.map(({ name }) => name) ?? [];
        return new Map([...faultValues(names, snapshot.faults ?? []), ...scalarsOf(snapshot)]);
    }

    /** Part of the way from the previous snapshot to the newest one that is shown, 0 to 1. */
    part(now_ms: number): number {
        return Math.min((now_ms - this.snapshotAt_ms) / this.interval_ms, 1);
    }

    /** Seconds since the last data while the connection is lost; null: it is connected. */
    lostFor_s(now_ms: number): number | null {
        const silence_ms = this.receivedAt_ms === null ? now_ms : now_ms - this.receivedAt_ms;
        return this.isUnanswered || silence_ms > LOST_AFTER_MS ? silence_ms / 1000 : null;
    }

    /** Seconds without a new state in a run that should advance; null: it advances or is paused. */
    stalledFor_s(now_ms: number): number | null {
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

    /** Id of the selected vehicle: by number or name, else the first. */
    get vehicleId(): string {
        const wanted = this.view.vehicle;
        const found = this.vehicles.find((v) => String(v.id) === wanted || v.name === wanted);
        return wanted === "" ? String(this.vehicles[0]?.id ?? 0) : String(found?.id ?? wanted);
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

    /** Clears the received data when another vehicle is selected. */
    forget(): void {
        this.recording.clear();
        this.snapshot = this.previous = null;
        this.changed();
    }

    report(error: unknown, needsToken = false): void {
        const text = textOf(error);
        if (this.messages.some((message) => message.text === text)) return;
        this.messages = [...this.messages, { id: this.nextMessage++, text, needsToken }].slice(
            -MOST_MESSAGES,
        );
        this.changed();
    }

    dismiss(id: number): void {
        this.messages = this.messages.filter((message) => message.id !== id);
        this.changed();
    }
}
