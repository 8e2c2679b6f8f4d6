// SPDX-License-Identifier: MIT
// Parses server-sent events from chunks of text. EventSource is not used, since it reports no
// heartbeats and cannot send an Authorization header.

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
