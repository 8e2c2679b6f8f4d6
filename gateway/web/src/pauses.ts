// SPDX-License-Identifier: MIT
// Divides long work into pieces, so that the browser can paint and handle input in between.
import { nextTask } from "./dom";

const PIECE_MS = 8;

export class Pauses {
    private until_ms = performance.now() + PIECE_MS;

    /** Whether the work has lasted so long that it should await take(). */
    get isDue(): boolean {
        return performance.now() > this.until_ms;
    }

    async take(): Promise<void> {
        await nextTask();
        this.until_ms = performance.now() + PIECE_MS;
    }
}
