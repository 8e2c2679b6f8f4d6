// SPDX-License-Identifier: MIT
// The home page: four actions that need no configuration.
import { html } from "../dom";
import type { Panel } from "../panel";
import type { Example } from "./contract";
import { Notice } from "./notice";
import type { StudioLink } from "./studio_link";
import { attach, readFile, startRun } from "./studio_port";

const CMD_PORT = 7001;
const STATE_PORT = 7002;

export class FirstVisit implements Panel {
    private host = html("input", { id: "host", value: "127.0.0.1", "aria-label": "Address" });
    private cmd = html("input", { id: "cmd-port", value: CMD_PORT, inputmode: "numeric" });
    private state = html("input", { id: "state-port", value: STATE_PORT, inputmode: "numeric" });

    constructor(private readonly link: StudioLink) {}

    mount(place: HTMLElement): void {
        place.append(
            html("h2", { class: "hidden" }, "Home"),
            html(
                "div",
                { class: "cards" },
                this.card(
                    "demo",
                    "Drive the demo route",
                    this.example("route")?.text ?? "",
                    this.action("Drive", "Drive the demo route", "route"),
                ),
                this.card(
                    "hand",
                    "Drive by hand",
                    `${this.example("hand")?.text ?? ""} The arrow keys drive while they are held.`,
                    this.action("Drive", "Drive by hand", "hand"),
                ),
                this.card(
                    "udp",
                    "A car over UDP",
                    "Connect to a running vehicle that speaks VDS1, or start a simulated one.",
                    this.remoteForm(),
                    this.action("Start a simulated car", "Start a simulated car over UDP", "udp"),
                ),
                this.card(
                    "recording",
                    "Open a recording",
                    "Show a recording (MCAP) or trace (CSV) as charts and in 3D, or compare two.",
                    html("a", { class: "button main-action", href: "#at=recording" }, "Open"),
                ),
            ),
            html(
                "p",
                { class: "muted" },
                "Configure a run in ",
                html("a", { href: "#at=setup" }, "Setup"),
                "; see past runs in ",
                html("a", { href: "#at=runs" }, "Runs"),
                ".",
            ),
        );
    }

    update(): void {
        // The content is constant.
    }

    destroy(): void {
        // There is nothing to release.
    }

    private example(id: string): Example | undefined {
        return this.link.about.examples.find((example) => example.id === id);
    }

    private card(id: string, title: string, words: string, ...actions: HTMLElement[]): HTMLElement {
        return html(
            "section",
            { class: "card", "aria-labelledby": `card-${id}` },
            html("h3", { id: `card-${id}` }, title),
            html("p", { class: "muted" }, words),
            ...actions,
        );
    }

    /** A button that starts an example. */
    private action(words: string, name: string, id: string): HTMLElement {
        const notice = new Notice();
        const button = html("button", { type: "button", id: `begin-${id}` }, words);
        button.classList.toggle("main-action", id !== "udp");
        button.setAttribute("aria-label", name);
        const example = this.example(id);
        button.disabled = !example;
        if (example)
            button.addEventListener(
                "click",
                () => void this.once(button, notice, () => this.begin(example)),
            );
        return html("div", { class: "card-action" }, button, notice.element);
    }

    /** Disables the button while the request is pending. */
    private async once(
        button: HTMLButtonElement,
        notice: Notice,
        act: () => Promise<void>,
    ): Promise<void> {
        button.disabled = true;
        notice.clear();
        await this.link.request(act, notice);
        button.disabled = false;
    }

    private async begin(example: Example): Promise<void> {
        const { yaml } = await readFile(example.file);
        const { id } = await startRun(example.kind, yaml, example.title, example.file);
        this.link.openRun(id);
    }

    private remoteForm(): HTMLElement {
        const field = (label: string, input: HTMLElement): HTMLElement =>
            html(
                "label",
                { class: "remote-field" },
                html("span", { class: "label" }, label),
                input,
            );
        const notice = new Notice();
        const button = html("button", { type: "submit", class: "main-action" }, "Connect");
        const form = html(
            "form",
            { class: "remote" },
            field("Address", this.host),
            field("Command port", this.cmd),
            field("State port", this.state),
            button,
            notice.element,
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            void this.once(button, notice, async () => {
                const ports = [this.cmd, this.state].map(({ value }) => Number(value));
                const { id } = await attach(this.host.value.trim(), ports[0]!, ports[1]!);
                this.link.openRun(id);
            });
        });
        return form;
    }
}
