// SPDX-License-Identifier: MIT
// What went wrong with a press, beside what was pressed, until the next press goes well.
import { html } from "../dom";
import { textOf } from "../store";

export class Notice {
    readonly element = html("p", { class: "problem notice", role: "alert", hidden: true });

    say(error: unknown): void {
        this.element.textContent = textOf(error);
        this.element.hidden = false;
    }

    clear(): void {
        this.element.hidden = true;
    }
}
