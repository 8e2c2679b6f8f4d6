// SPDX-License-Identifier: MIT
// Sends a request periodically, each only after the reply to the last one.

/** Runs requests and shows their errors to the user. */
export interface Requester {
    request<T>(request: () => Promise<T>): Promise<T | null>;
}

export class Poll {
    private stopped = false;
    private failed = 0;

    constructor(
        private readonly requester: Requester,
        private readonly period_ms: number,
        private readonly send: () => Promise<void>,
    ) {
        void this.run();
    }

    stop(): void {
        this.stopped = true;
    }

    private async run(): Promise<void> {
        while (!this.stopped) {
            const answered = await this.requester.request(async () => {
                await this.send();
                return true;
            });
            // After an error the period doubles, up to 16 times.
            this.failed = answered ? 0 : Math.min(this.failed + 1, 4);
            await new Promise((done) => setTimeout(done, this.period_ms * 2 ** this.failed));
        }
    }
}
