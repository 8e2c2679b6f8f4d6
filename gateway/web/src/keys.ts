// SPDX-License-Identifier: MIT
// Keys that act wherever the focus is, but in a field that takes text.

export interface Key {
    key: string;
    /** As the help shows it. */
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
        // A focused button is pressed by the space bar, as anywhere.
        if (event.key === " " && event.target instanceof HTMLButtonElement) return;
        const found = keys.find((key) => key.key === event.key);
        if (!found || event.repeat) return;
        event.preventDefault();
        found.act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
}
