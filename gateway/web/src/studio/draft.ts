// SPDX-License-Identifier: MIT
// One file that is being edited: its text, its value and its errors.
import type { Problem } from "../contract";
import type { Requester } from "../panels/poll";
import type { Json } from "./contract";
import { validate, valueOf, yamlOf } from "./studio_port";

const QUIET_MS = 250;
const KEY = "ddc-draft";

/** The saved part of a draft; it survives a change of the page. */
export interface DraftText {
    kind: string;
    /** Path in the studio's folder; files that the draft names are relative to it. */
    path: string;
    yaml: string;
}

export class Draft {
    value: Json | undefined;
    problems: Problem[] = [];
    /** The text cannot be parsed; the form shows the last value. */
    isUnreadable = false;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private pending: (() => Promise<void>) | null = null;
    /** The pending requests; each waits for the one before. */
    private requests: Promise<void> = Promise.resolve();
    /** Number of changes: a reply to an older one is ignored. */
    private revision = 0;

    constructor(
        readonly kind: string,
        public path: string,
        public yaml: string,
        private readonly link: Requester,
        private readonly onChange: (what: "text" | "value" | "problems") => void,
    ) {}

    /** Reads the value of the first text. */
    async begin(): Promise<void> {
        await this.readText(++this.revision);
    }

    end(): void {
        clearTimeout(this.timer);
        this.revision += 1;
    }

    /** Called when the form was changed. */
    setValue(value: Json): void {
        this.value = value;
        this.schedule((revision) => this.writeText(value, revision));
    }

    /** Called when the text was changed. */
    setText(yaml: string): void {
        this.yaml = yaml;
        this.schedule((revision) => this.readText(revision));
    }

    static saved(): DraftText | null {
        try {
            return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as DraftText | null;
        } catch {
            return null;
        }
    }

    save(): void {
        const { kind, path, yaml } = this;
        sessionStorage.setItem(KEY, JSON.stringify({ kind, path, yaml }));
    }

    /** Resolves when text and errors correspond to the last change. */
    settle(): Promise<void> {
        clearTimeout(this.timer);
        if (this.pending) this.requests = this.requests.then(this.pending);
        this.pending = null;
        return this.requests;
    }

    /** Delays the action until there has been no change for QUIET_MS. */
    private schedule(action: (revision: number) => Promise<void>): void {
        const revision = ++this.revision;
        this.pending = () => action(revision);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.settle(), QUIET_MS);
    }

    private async writeText(value: Json, revision: number): Promise<void> {
        const answer = await this.link.request(() => yamlOf(value));
        if (!answer || revision !== this.revision) return;
        this.yaml = answer.yaml;
        this.onChange("text");
        await this.validate(revision);
    }

    private async readText(revision: number): Promise<void> {
        await this.validate(revision);
        if (this.isUnreadable || revision !== this.revision) return;
        const answer = await this.link.request(() => valueOf(this.yaml));
        if (!answer || revision !== this.revision) return;
        this.value = answer.value ?? {};
        this.onChange("value");
    }

    private async validate(revision: number): Promise<void> {
        this.save();
        const answer = await this.link.request(() => validate(this.kind, this.yaml, this.path));
        if (!answer || revision !== this.revision) return;
        this.problems = answer.problems;
        // An error with a line but no key: the text is not YAML, or not a map.
        this.isUnreadable = answer.problems.some(({ key, line, file }) => !key && line && !file);
        this.onChange("problems");
    }
}
