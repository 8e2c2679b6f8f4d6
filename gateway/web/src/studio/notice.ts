// SPDX-License-Identifier: MIT
// The error of an action, shown beside its button until the action succeeds.
import { html } from "../dom";
import { textOf } from "../store";

export class Notice {
    readonly element = html("p", { class: "problem notice", role: "alert", hidden: true });

    show(error: unknown): void {
        this.element.textContent = textOf(error);
        this.element.hidden = false;
    }

    clear(): void {
        this.element.hidden = true;
    }
}
