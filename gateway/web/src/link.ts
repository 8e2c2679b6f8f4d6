// SPDX-License-Identifier: MIT
// Keeps the store filled from the data port, and carries commands to it.
import type { Config, Snapshot } from "./contract";
import { EventReader } from "./event_stream";
import type { Asker } from "./panels/poll";
import { get, isUnanswered, PortError, post, readStream } from "./port";
import type { Store } from "./store";

const RETRY_MS = 500;
/** A connection on which not even a heartbeat comes is given up. */
const SILENT_MS = 10_000;

export type ControlBody = { do: string; steps?: number } | { time_scale: number };

export class Link implements Asker {
    private stop = new AbortController();
    private vehicle = "";
    /** Ids of the vehicles of the last snapshot. */
    private fleet: string | null = null;
    /** The gateway that is heard next may be another one. */
    private isLost = false;

    /** @param ready resolves when the gateway answers requests; asked before each connection */
    constructor(
        private readonly store: Store,
        private readonly ready: () => Promise<void> | undefined,
    ) {}

    async start(): Promise<void> {
        await this.ready();
        void this.readConfig();
        void this.follow();
    }

    /** Looks at another vehicle. */
    chooseVehicle(vehicle: string): void {
        if (vehicle === this.vehicle) return;
        this.store.show({ vehicle, zoom: null });
        this.store.forget();
        this.fleet = null;
        this.stop.abort();
        void this.follow();
    }

    async control(body: ControlBody): Promise<void> {
        await this.asked(() => post("/api/control", body));
    }

    /** Runs a request; what is refused is shown. The link's light shows that no answer came. */
    async asked<T>(request: () => Promise<T>): Promise<T | null> {
        try {
            return await request();
        } catch (error) {
            if (isUnanswered(error)) this.store.unanswered();
            else this.say(error);
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
                if (!isUnanswered(error)) this.say(error);
            }
            this.isLost = !stop.signal.aborted;
            await new Promise((done) => setTimeout(done, RETRY_MS));
            if (this.isLost) await this.ready();
        }
    }

    private async followOnce(chosen: AbortSignal): Promise<void> {
        const silence = new AbortController();
        const giveUp = (): void => silence.abort();
        let timer = setTimeout(giveUp, SILENT_MS);
        const reader = new EventReader((data) => this.take(data));
        const vehicle = this.vehicle ? `&vehicle=${encodeURIComponent(this.vehicle)}` : "";
        const signal = AbortSignal.any([chosen, silence.signal]);
        try {
            await readStream(`/api/stream?rate=20${vehicle}`, signal, (text) => {
                if (signal.aborted) return;
                clearTimeout(timer);
                timer = setTimeout(giveUp, SILENT_MS);
                this.store.heard();
                reader.feed(text);
            });
        } finally {
            clearTimeout(timer);
        }
    }

    private take(data: string): void {
        try {
            const snapshot = JSON.parse(data) as Snapshot;
            this.store.take(snapshot);
            this.keepConfig(snapshot);
        } catch (error) {
            this.store.say(`The stream sent what is no snapshot: ${String(error)}`);
        }
    }

    /** Reads the configuration again where the one that was read may not hold any more. */
    private keepConfig(snapshot: Snapshot): void {
        const fleet = Object.keys(snapshot.fleet ?? {}).join();
        const isFirst = this.fleet === null;
        const isOther = !isFirst && fleet !== this.fleet;
        this.fleet = fleet;
        // A program that was waited for has told its signals only now.
        const isLate = isFirst && !this.store.vehicle?.signals?.length;
        if (isOther || isLate || this.isLost) void this.readConfig();
        if (this.isLost) this.store.gateways += 1;
        this.isLost = false;
    }

    private say(error: unknown): void {
        this.store.say(error, error instanceof PortError && error.status === 401);
    }
}
