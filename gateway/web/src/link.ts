// SPDX-License-Identifier: MIT
// Keeps the store filled from the data port, and carries commands to it.
import type { Config, Snapshot } from "./contract";
import { EventReader } from "./event_stream";
import { get, PortError, post, readStream } from "./port";
import type { Store } from "./store";

const RETRY_MS = 500;

export type ControlBody = { do: string; steps?: number } | { time_scale: number };

export class Link {
    private stop = new AbortController();
    private vehicle = "";

    constructor(private readonly store: Store) {}

    start(): void {
        void this.readConfig();
        void this.follow();
    }

    /** Looks at another vehicle. */
    chooseVehicle(vehicle: string): void {
        if (vehicle === this.vehicle) return;
        this.store.show({ vehicle, zoom: null });
        this.store.forget();
        this.stop.abort();
        void this.follow();
    }

    async control(body: ControlBody): Promise<void> {
        await this.asked(() => post("/api/control", body));
    }

    /** Runs a request; what goes wrong is told to the reader. */
    async asked<T>(request: () => Promise<T>): Promise<T | null> {
        try {
            return await request();
        } catch (error) {
            this.store.say(error, error instanceof PortError && error.status === 401);
            return null;
        }
    }

    async readConfig(): Promise<void> {
        const config = await this.asked(() => get<Config>("/api/config"));
        if (config) this.store.config = config;
        this.store.changed();
    }

    /** One stream after the other, until another vehicle is chosen. */
    private async follow(): Promise<void> {
        const stop = (this.stop = new AbortController());
        this.vehicle = this.store.view.vehicle;
        while (!stop.signal.aborted) {
            try {
                await this.followOnce(stop.signal);
            } catch (error) {
                // A link that is lost is shown by the light and the grey picture.
                if (error instanceof PortError && error.status > 0)
                    this.store.say(error, error.status === 401);
            }
            await new Promise((done) => setTimeout(done, RETRY_MS));
        }
    }

    private async followOnce(signal: AbortSignal): Promise<void> {
        let isFirst = true;
        const reader = new EventReader((data) => {
            try {
                this.store.take(JSON.parse(data) as Snapshot);
                // A program that was waited for has told its signals only now.
                if (isFirst && !this.store.vehicle?.signals?.length) void this.readConfig();
                isFirst = false;
            } catch (error) {
                this.store.say(`The stream sent what is no snapshot: ${String(error)}`);
            }
        });
        const chosen = this.vehicle ? `&vehicle=${encodeURIComponent(this.vehicle)}` : "";
        await readStream(`/api/stream?rate=20${chosen}`, signal, (text) => {
            if (signal.aborted) return;
            this.store.heard();
            reader.feed(text);
        });
    }
}
