// SPDX-License-Identifier: MIT
// A panel that shows statistics of the gateway, requested periodically while it is open.
import type { Stats, VehicleStats } from "../contract";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { get } from "../port";
import type { Store } from "../store";
import { Poll } from "./poll";

export abstract class StatsPanel implements Panel {
    private readonly poll: Poll;

    constructor(
        protected readonly store: Store,
        link: Link,
        period_ms: number,
    ) {
        this.poll = new Poll(link, period_ms, () => this.request());
    }

    abstract mount(place: HTMLElement): void;

    update(): void {
        // Updated with each reply.
    }

    destroy(): void {
        this.poll.stop();
    }

    /** @param vehicle the selected one; undefined if the gateway has not reported it */
    protected abstract show(vehicle: VehicleStats | undefined, stats: Stats): void;

    private async request(): Promise<void> {
        const stats = await get<Stats>("/api/stats");
        const id = this.store.vehicleId;
        this.show(
            stats.vehicles.find((vehicle) => String(vehicle.id) === id),
            stats,
        );
    }
}
