// SPDX-License-Identifier: MIT
// Server-sent events out of pieces of text. The browser's own EventSource shows no heartbeats and
// takes no Authorization header.

export class EventReader {
    private rest = "";
    private data: string[] = [];

    constructor(private readonly onEvent: (data: string) => void) {}

    feed(text: string): void {
        const lines = (this.rest + text).split(/\r\n|\n/);
        this.rest = lines.pop()!;
        for (const line of lines) this.line(line);
    }

    private line(line: string): void {
        if (line === "" && this.data.length > 0) {
            this.onEvent(this.data.join("\n"));
            this.data = [];
        } else if (line.startsWith("data:")) {
            this.data.push(line.slice(line[5] === " " ? 6 : 5));
        }
    }
}
