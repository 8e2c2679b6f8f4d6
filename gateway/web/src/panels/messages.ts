// SPDX-License-Identifier: MIT
// Error messages, shown until they are closed.
import { html } from "../dom";
import type { Panel } from "../panel";
import { setToken } from "../port";
import type { Message, Store } from "../store";

export class Messages implements Panel {
    private list = html("div", { class: "messages", role: "alert" });
    private shown: Message[] = [];

    constructor(
        private readonly store: Store,
        private readonly onToken: () => void,
    ) {}

    mount(place: HTMLElement): void {
        place.append(this.list);
    }

    update(): void {
        if (this.shown === this.store.messages) return;
        this.shown = this.store.messages;
        this.list.replaceChildren(...this.shown.map((message) => this.makeMessage(message)));
    }

    destroy(): void {
        this.list.remove();
    }

    private makeMessage(message: Message): HTMLElement {
        const close = html(
            "button",
            { type: "button", "aria-label": "Close this message" },
            "Close",
        );
        close.addEventListener("click", () => this.store.dismiss(message.id));
        const form = message.needsToken ? this.makeForm(message) : null;
        return html("div", { class: "message" }, html("p", {}, message.text), form, close);
    }

    private makeForm(message: Message): HTMLElement {
        const input = html("input", {
            type: "password",
            autocomplete: "off",
            "aria-label": "Token",
        });
        const form = html(
            "form",
            {},
            html("p", {}, "Enter the token that was printed when the run started."),
            input,
            html("button", { type: "submit" }, "Use token"),
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            setToken(input.value);
            this.store.dismiss(message.id);
            this.onToken();
        });
        return form;
    }
}
