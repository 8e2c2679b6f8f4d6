// SPDX-License-Identifier: MIT
// Keyboard shortcuts. They act on the whole page, except in fields that accept text.

export interface Key {
    key: string;
    /** As shown in the help. */
    shown: string;
    meaning: string;
    act: () => void;
}

export function takesText(target: EventTarget | null): boolean {
    return (
        target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement
    );
}

export function listenToKeys(keys: readonly Key[]): () => void {
    const onKey = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.altKey || event.metaKey || takesText(event.target)) return;
        // The space bar presses a focused button, as usual.
        if (event.key === " " && event.target instanceof HTMLButtonElement) return;
        const found = keys.find((key) => key.key === event.key);
        if (!found || event.repeat) return;
        event.preventDefault();
        found.act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
}
