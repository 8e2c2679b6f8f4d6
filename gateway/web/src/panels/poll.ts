// SPDX-License-Identifier: MIT
// Asks again and again while somebody looks, never before the last answer is there.

/** Runs a request; what goes wrong is told to the reader. */
export interface Asker {
    asked<T>(request: () => Promise<T>): Promise<T | null>;
}

export class Poll {
    private stopped = false;
    private failed = 0;

    constructor(
        private readonly asker: Asker,
        private readonly period_ms: number,
        private readonly ask: () => Promise<void>,
    ) {
        void this.run();
    }

    stop(): void {
        this.stopped = true;
    }

    private async run(): Promise<void> {
        while (!this.stopped) {
            const answered = await this.asker.asked(async () => {
                await this.ask();
                return true;
            });
            // What is refused is asked seldom: the reason stands there until it is read.
            this.failed = answered ? 0 : Math.min(this.failed + 1, 4);
            await new Promise((done) => setTimeout(done, this.period_ms * 2 ** this.failed));
        }
    }
}
