// SPDX-License-Identifier: MIT
// One file that is being edited: its text, its value, and what is wrong with it.
import type { Problem } from "../contract";
import type { Asker } from "../panels/poll";
import type { Json } from "./contract";
import { validate, valueOf, yamlOf } from "./studio_port";

const QUIET_MS = 250;
const KEY = "ddc-draft";

/** What a draft is made of, so that it outlives a look at another page. */
export interface DraftText {
    kind: string;
    /** Below the studio's folder; files that it names are relative to it. */
    path: string;
    yaml: string;
}

export class Draft {
    value: Json | undefined;
    problems: Problem[] = [];
    /** The text cannot be read, so that the form shows an older one. */
    isTorn = false;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private pending: (() => Promise<void>) | null = null;
    /** What was begun; each waits for the one before. */
    private begun: Promise<void> = Promise.resolve();
    /** Of changes: an answer to an older one is late. */
    private turn = 0;

    constructor(
        readonly kind: string,
        public path: string,
        public yaml: string,
        private readonly link: Asker,
        private readonly onChange: (what: "text" | "value" | "problems") => void,
    ) {}

    /** The first look: the value out of the text. */
    async begin(): Promise<void> {
        await this.readText(++this.turn);
    }

    end(): void {
        clearTimeout(this.timer);
        this.turn += 1;
    }

    /** The form was changed. */
    takeValue(value: Json): void {
        this.value = value;
        this.soon((turn) => this.writeText(value, turn));
    }

    /** The text was changed. */
    takeText(yaml: string): void {
        this.yaml = yaml;
        this.soon((turn) => this.readText(turn));
    }

    static kept(): DraftText | null {
        try {
            return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as DraftText | null;
        } catch {
            return null;
        }
    }

    keep(): void {
        const { kind, path, yaml } = this;
        sessionStorage.setItem(KEY, JSON.stringify({ kind, path, yaml }));
    }

    /** What was changed is in text and problems, too. */
    settle(): Promise<void> {
        clearTimeout(this.timer);
        if (this.pending) this.begun = this.begun.then(this.pending);
        this.pending = null;
        return this.begun;
    }

    /** Not at each letter: when the hand rests. */
    private soon(action: (turn: number) => Promise<void>): void {
        const turn = ++this.turn;
        this.pending = () => action(turn);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.settle(), QUIET_MS);
    }

    private async writeText(value: Json, turn: number): Promise<void> {
        const answer = await this.link.asked(() => yamlOf(value));
        if (!answer || turn !== this.turn) return;
        this.yaml = answer.yaml;
        this.onChange("text");
        await this.judge(turn);
    }

    private async readText(turn: number): Promise<void> {
        await this.judge(turn);
        if (this.isTorn || turn !== this.turn) return;
        const answer = await this.link.asked(() => valueOf(this.yaml));
        if (!answer || turn !== this.turn) return;
        this.value = answer.value ?? {};
        this.onChange("value");
    }

    private async judge(turn: number): Promise<void> {
        this.keep();
        const answer = await this.link.asked(() => validate(this.kind, this.yaml, this.path));
        if (!answer || turn !== this.turn) return;
        this.problems = answer.problems;
        // A place without a key: the text is no YAML, or no map of keys.
        this.isTorn = answer.problems.some(({ key, line, file }) => !key && line && !file);
        this.onChange("problems");
    }
}
