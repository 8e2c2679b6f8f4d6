// SPDX-License-Identifier: MIT
// The keys.
import { html } from "../dom";
import type { Key } from "../keys";
import type { Panel } from "../panel";

export class Help implements Panel {
    private dialog = html("dialog", { id: "keys", "aria-label": "Keys" });

    constructor(private readonly keys: readonly Key[]) {}

    mount(place: HTMLElement): void {
        const rows = this.keys.map((key) =>
            html(
                "tr",
                {},
                html("th", { scope: "row" }, html("kbd", {}, key.shown)),
                html("td", {}, key.meaning),
            ),
        );
        const close = html("button", { type: "button", click: () => this.dialog.close() }, "Close");
        this.dialog.append(
            html("h2", {}, "Keys"),
            html("table", {}, html("tbody", {}, ...rows)),
            html("p", {}, "The arrow keys drive while they are held; whoever lets go brakes."),
            html("p", {}, "In a chart: drag zooms, double click returns, the wheel widens."),
            html("p", {}, "In the picture: drag turns, the wheel goes near and far."),
            close,
        );
        place.append(this.dialog);
    }

    open(): void {
        if (!this.dialog.open) this.dialog.showModal();
    }

    update(): void {
        // Never changes.
    }

    destroy(): void {
        this.dialog.remove();
    }
}
