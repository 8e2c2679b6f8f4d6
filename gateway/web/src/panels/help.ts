// SPDX-License-Identifier: MIT
// The dialog of keyboard shortcuts.
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
            html("p", {}, "Hold the arrow keys to drive; release them to brake."),
            html("p", {}, "Chart: drag to zoom, scroll to zoom out, double-click to reset."),
            html("p", {}, "3D view: drag to rotate, scroll to zoom."),
            close,
        );
        place.append(this.dialog);
    }

    open(): void {
        if (!this.dialog.open) this.dialog.showModal();
    }

    update(): void {
        // The content is constant.
    }

    destroy(): void {
        this.dialog.remove();
    }
}
