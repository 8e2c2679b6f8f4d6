// SPDX-License-Identifier: MIT
// The vehicles of one recording or two at one time, as the panels of the page of a run read them.
import type { Snapshot, VehicleConfig } from "../contract";
import type { Shown, ShownValues } from "../shown";
import type { Store } from "../store";
import type { View } from "../view";
import { prefixesIn, RecordedVehicle } from "./recorded_vehicle";
import { routeIn } from "./recorded_route";
import type { Trace } from "./trace";

/** A trace and the name of its file. */
export interface OpenedTrace {
    name: string;
    trace: Trace;
}

export class RecordedVehicles implements Shown {
    readonly vehicleId = "0";
    vehicles: VehicleConfig[] = [];
    snapshot: Snapshot | null = null;
    isPlaying = false;
    readonly recording: ShownValues = new OwnValues(this);
    private recorded: RecordedVehicle[] = [];
    private t = 0;

    constructor(private readonly store: Store) {}

    /** The vehicles of a second recording are other vehicles in the picture of the first one. */
    open(opened: readonly OpenedTrace[]): void {
        this.recorded = opened.flatMap(({ name, trace }) =>
            prefixesIn(trace).map(
                (prefix) => new RecordedVehicle(trace, prefix, prefix.replace(/\.$/, "") || name),
            ),
        );
        const route = opened[0] ? routeIn(opened[0].trace) : null;
        this.vehicles = this.recorded.map(({ name }, id) => ({ id, name, route }));
        this.showAt(this.first);
    }

    get first(): number {
        return this.own?.first ?? 0;
    }
    get last(): number {
        return this.own?.last ?? 0;
    }
    get time_s(): number {
        return this.t;
    }

    /** Shows the vehicles at time t. */
    showAt(t: number): void {
        this.t = Math.min(Math.max(t, this.first), this.last);
        const { own } = this;
        if (!own) return;
        const rows = this.recorded.map((vehicle) => vehicle.row(this.t));
        this.snapshot = {
            ...rows[0],
            ...own.wheels(this.t),
            t: this.t,
            fleet: Object.fromEntries(rows.entries()) as NonNullable<Snapshot["fleet"]>,
        };
    }

    /** The vehicle that the camera follows. */
    get own(): RecordedVehicle | undefined {
        return this.recorded[0];
    }

    /** The rows are interpolated already: only the wheels turn on the way to the snapshot. */
    get previous(): Snapshot | null {
        return this.snapshot;
    }
    part(): number {
        return this.isPlaying ? 0 : 1;
    }

    get view(): View {
        return this.store.view;
    }
    get vehicle(): VehicleConfig | undefined {
        return this.vehicles[0];
    }
    show(change: Partial<View>): void {
        this.store.show(change);
    }
    report(error: unknown): void {
        this.store.report(error);
    }
    lostFor_s(): null {
        return null;
    }
    stalledFor_s(): null {
        return null;
    }
}

class OwnValues implements ShownValues {
    constructor(private readonly vehicles: RecordedVehicles) {}

    get last(): number {
        return this.vehicles.time_s;
    }
    value(name: string): number {
        return this.vehicles.own?.value(name, this.last) ?? NaN;
    }
    window(names: string[], from: number, to: number): { values: Float32Array[] } {
        const nothing = { values: names.map(() => new Float32Array()) };
        return this.vehicles.own?.window(names, from, to) ?? nothing;
    }
}
