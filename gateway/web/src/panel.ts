// SPDX-License-Identifier: MIT

/** One part of the page. It shows values of the store. */
export interface Panel {
    /** Adds its elements to `place`; called once. */
    mount(place: HTMLElement): void;
    /** Called before each frame; `fresh`: something in the store changed since the last call. */
    update(now_ms: number, fresh: boolean): void;
    /** Removes its listeners and releases its resources. */
    destroy(): void;
}
