// SPDX-License-Identifier: MIT
// The log of the gateway, newest line last.
import type { LogLine } from "../contract";
import { html } from "../dom";
import { timeOfDay } from "../format";
import type { Link } from "../link";
import type { Panel } from "../panel";
import { get } from "../port";
import { Poll } from "./poll";

const PERIOD_MS = 500;
const MOST_LINES = 1000;

export class Log implements Panel {
    private list = html("ol", { class: "log" });
    private poll: Poll;
    private after = 0;

    constructor(link: Link) {
        this.poll = new Poll(link, PERIOD_MS, () => this.request());
    }

    mount(place: HTMLElement): void {
        place.append(this.list);
    }

    update(): void {
        // Updated with each reply.
    }

    destroy(): void {
        this.poll.stop();
    }

    private async request(): Promise<void> {
        const { next, lines } = await get<{ next: number; lines: LogLine[] }>(
            `/api/log?after=${this.after}`,
        );
        this.after = next;
        const scroller = this.list.parentElement;
        if (lines.length === 0 || !scroller) return;
        // Scrolls only if the end is visible, so that older lines can be read.
        const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 8;
        for (const line of lines) this.list.append(lineElement(line));
        while (this.list.children.length > MOST_LINES) this.list.firstElementChild!.remove();
        if (atEnd) scroller.scrollTop = scroller.scrollHeight;
    }
}

export function lineElement(line: LogLine): HTMLElement {
    return html(
        "li",
        { "data-level": line.level },
        html("span", { class: "muted" }, timeOfDay(line.time)),
        html("span", { class: "level" }, line.level),
        html("span", {}, line.text),
    );
}
