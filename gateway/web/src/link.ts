// SPDX-License-Identifier: MIT
// Connection to the data port: fills the store from its stream and sends requests.
import type { Config, Snapshot } from "./contract";
import { EventReader } from "./event_stream";
import type { Requester } from "./panels/poll";
import { get, isUnanswered, PortError, post, readStream } from "./port";
import type { Store } from "./store";

const RETRY_MS = 500;
/** The stream is closed when no data and no heartbeat have arrived for this time. */
const TIMEOUT_MS = 10_000;

export type ControlBody = { do: string; steps?: number } | { time_scale: number };

export class Link implements Requester {
    private stop = new AbortController();
    private vehicle = "";
    /** Ids of the vehicles of the last snapshot. */
    private fleet: string | null = null;
    /** Set while disconnected: the gateway that is reached next may be another one. */
    private isLost = false;

    /** @param ready resolves when the gateway answers requests; awaited before each connection */
    constructor(
        private readonly store: Store,
        private readonly ready: () => Promise<void> | undefined,
    ) {}

    async start(): Promise<void> {
        await this.ready();
        void this.readConfig();
        void this.follow();
    }

    /** Selects another vehicle. */
    chooseVehicle(vehicle: string): void {
        if (vehicle === this.vehicle) return;
        this.store.show({ vehicle, zoom: null });
        this.store.forget();
        this.fleet = null;
        this.stop.abort();
        void this.follow();
    }

    async control(body: ControlBody): Promise<void> {
        await this.request(() => post("/api/control", body));
    }

    /**
     * Runs a request and reports its error. A missing reply is not reported: the light shows that the
     * connection is lost.
     */
    async request<T>(request: () => Promise<T>): Promise<T | null> {
        try {
            return await request();
        } catch (error) {
            if (isUnanswered(error)) this.store.unanswered();
            else this.report(error);
            return null;
        }
    }

    async readConfig(): Promise<void> {
        const config = await this.request(() => get<Config>("/api/config"));
        if (config) this.store.config = config;
        this.store.changed();
    }

    /** Opens the stream again whenever it ends, until another vehicle is selected. */
    private async follow(): Promise<void> {
        const stop = (this.stop = new AbortController());
        this.vehicle = this.store.view.vehicle;
        while (!stop.signal.aborted) {
            try {
                await this.followOnce(stop.signal);
            } catch (error) {
                // The light and the grey scene show a lost connection.
                if (!isUnanswered(error)) this.report(error);
            }
            this.isLost = !stop.signal.aborted;
            await new Promise((done) => setTimeout(done, RETRY_MS));
            if (this.isLost) await this.ready();
        }
    }

    private async followOnce(chosen: AbortSignal): Promise<void> {
        const silence = new AbortController();
        const giveUp = (): void => silence.abort();
        let timer = setTimeout(giveUp, TIMEOUT_MS);
        const reader = new EventReader((data) => this.receive(data));
        const vehicle = this.vehicle ? `&vehicle=${encodeURIComponent(this.vehicle)}` : "";
        const signal = AbortSignal.any([chosen, silence.signal]);
        try {
            await readStream(`/api/stream?rate=20${vehicle}`, signal, (text) => {
                if (signal.aborted) return;
                clearTimeout(timer);
                timer = setTimeout(giveUp, TIMEOUT_MS);
                this.store.received();
                reader.feed(text);
            });
        } finally {
            clearTimeout(timer);
        }
    }

    private receive(data: string): void {
        try {
            const snapshot = JSON.parse(data) as Snapshot;
            this.store.addSnapshot(snapshot);
            this.keepConfig(snapshot);
        } catch (error) {
            this.store.report(`The gateway sent an invalid snapshot: ${String(error)}`);
        }
    }

    /** Reads the configuration again if it may have changed. */
    private keepConfig(snapshot: Snapshot): void {
        const fleet = Object.keys(snapshot.fleet ?? {}).join();
        const isFirst = this.fleet === null;
        const isOther = !isFirst && fleet !== this.fleet;
        this.fleet = fleet;
        // A program that started late has reported its signals only now.
        const isLate = isFirst && !this.store.vehicle?.signals?.length;
        if (isOther || isLate || this.isLost) void this.readConfig();
        if (this.isLost) this.store.gateways += 1;
        this.isLost = false;
    }

    private report(error: unknown): void {
        this.store.report(error, error instanceof PortError && error.status === 401);
    }
}
