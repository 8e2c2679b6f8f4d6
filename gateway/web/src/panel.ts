// SPDX-License-Identifier: MIT

/** One part of the page. Everything that it shows it reads from the store. */
export interface Panel {
    /** Puts its elements into `place`; called once. */
    mount(place: HTMLElement): void;
    /** Called before each frame; `fresh`: something in the store changed since the last call. */
    update(now_ms: number, fresh: boolean): void;
    /** Takes away what it listens to and holds. */
    destroy(): void;
}
