// SPDX-License-Identifier: MIT
// Setup: a form and the YAML beside it, of a run or of a file that it names. Either may be edited.
import type { Problem } from "../contract";
import { html, setText } from "../dom";
import type { Panel } from "../panel";
import type { Asker } from "../panels/poll";
import { PortError } from "../port";
import type { RunKind } from "./contract";
import { Draft, type DraftText } from "./draft";
import { Form } from "./form";
import { Notice } from "./notice";
import { pathText, placeOf, relativeTo, resolvedFrom, type Path } from "./path";
import { ProblemList } from "./problem_list";
import { defaultsOf, Place, type Schemas } from "./schema";
import { RUNNABLE, Sources } from "./sources";
import type { StudioLink } from "./studio_link";
import { readFile, readSchemas, startRun, writeFile, yamlOf } from "./studio_port";

const SURE_FOR_MS = 3000;

/** A draft that waits while a file that it names is edited. */
interface Waiting {
    draft: Draft;
    /** Of the field that names the file. */
    field: Path;
    /** As it was named; undefined: not yet. */
    file: string | undefined;
}

export class Setup implements Panel {
    private sources: Sources;
    private path = html("input", { id: "path", "aria-label": "File name", autocomplete: "off" });
    private save = html("button", { type: "button", id: "save" }, "Save");
    private start = html("button", { type: "button", id: "start", class: "main-action" }, "Start");
    private back = html("button", { type: "button", id: "back" });
    private text = html("textarea", {
        id: "yaml",
        "aria-label": "YAML",
        spellcheck: "false",
        autocomplete: "off",
    });
    private problems = new ProblemList((problem) => this.goTo(problem));
    private notice = new Notice();
    private asker: Asker;
    private form: Form;
    private schemas: Schemas | null = null;
    private draft: Draft | null = null;
    private waiting: Waiting[] = [];
    private sureUntil_ms = 0;
    private turn = 0;

    constructor(private readonly link: StudioLink) {
        this.asker = link.beside(this.notice);
        this.form = new Form({
            changed: (value) => this.draft?.takeValue(value),
            files: (endings, kind) => this.sources.files(this.draft?.path ?? "", endings, kind),
            openFile: (path, kind, file) => void this.openFile(path, kind, file),
        });
        this.text.addEventListener("input", () => this.draft?.takeText(this.text.value));
        this.sources = new Sources(link, (kind, path) => void this.openSource(kind, path));
        this.path.addEventListener("input", () => (this.sureUntil_ms = 0));
        this.save.addEventListener("click", () => void this.saveWhenSure());
        this.start.addEventListener("click", () => void this.startRun());
        this.back.addEventListener("click", () => this.goBack());
    }

    mount(place: HTMLElement): void {
        const field = (name: string, control: HTMLElement): HTMLElement =>
            html("label", { class: "bar-field" }, html("span", { class: "label" }, name), control);
        place.append(
            html("h2", { class: "hidden" }, "Setup"),
            html(
                "div",
                { class: "setup-bar" },
                this.back,
                field("Begin with", this.sources.element),
                field("File", this.path),
                this.save,
                this.start,
                this.problems.verdict,
                this.notice.element,
            ),
            html("div", { class: "form-place" }, this.form.element),
            html(
                "section",
                { class: "yaml-place", "aria-label": "YAML and problems" },
                this.text,
                html("h3", {}, "Problems"),
                this.problems.element,
            ),
        );
        void this.begin();
    }

    update(now_ms: number): void {
        const isSure = now_ms < this.sureUntil_ms;
        setText(this.save, isSure ? "Write over it?" : "Save");
    }

    destroy(): void {
        this.draft?.end();
    }

    /** Opens an example or a file of the studio's folder. */
    async openPath(path: string, kind: string): Promise<void> {
        const turn = ++this.turn;
        const file = await this.asker.asked(() => readFile(path));
        // What was asked for last is shown, whatever is answered last.
        if (file && turn === this.turn) await this.open({ kind, path, yaml: file.yaml });
    }

    private async begin(): Promise<void> {
        this.schemas = await this.asker.asked(() => readSchemas());
        this.sources.fill(this.schemas);
        const kept = Draft.kept();
        const first = this.sources.examples[0];
        if (kept) await this.open(kept);
        else if (first) await this.openPath(first.file, first.kind);
        else await this.open({ kind: "run", path: "run.yaml", yaml: "" });
    }

    private async openSource(kind: string, path: string): Promise<void> {
        this.waiting = [];
        if (path !== "") return this.openPath(path, kind);
        await this.openNew(kind, `${kind}.yaml`);
    }

    private async openNew(kind: string, path: string): Promise<void> {
        const turn = ++this.turn;
        const value = defaultsOf(Place.root(this.schemas ?? {}, kind)) ?? {};
        const made = await this.asker.asked(() => yamlOf(value));
        if (made && turn === this.turn) await this.open({ kind, path, yaml: made.yaml });
    }

    private async open({ kind, path, yaml }: DraftText): Promise<void> {
        this.draft?.end();
        const draft = new Draft(kind, path, yaml, this.asker, (what) => this.show(draft, what));
        this.draft = draft;
        this.showDraft();
        await draft.begin();
    }

    /** Another draft: everything is shown anew. */
    private showDraft(): void {
        const draft = this.draft!;
        this.text.value = draft.yaml;
        this.path.value = draft.path;
        this.sureUntil_ms = 0;
        this.start.hidden = !RUNNABLE.includes(draft.kind);
        this.sources.show(draft.kind, draft.path);
        const before = this.waiting.at(-1)?.draft.path;
        this.back.hidden = before === undefined;
        setText(this.back, `Back to ${before ?? ""}`);
        this.form.begin(this.schemas ?? {}, draft.kind, draft.value);
        this.showProblems();
    }

    private show(draft: Draft, what: "text" | "value" | "problems"): void {
        if (draft !== this.draft) return;
        if (what === "text") this.text.value = draft.yaml;
        if (what === "value") this.form.show(draft.value);
        if (what === "problems") this.showProblems();
    }

    private showProblems(): void {
        const { problems, isTorn } = this.draft!;
        this.form.element.toggleAttribute("data-torn", isTorn);
        this.form.showProblems(this.besideFields(problems));
        this.problems.show(problems, isTorn);
    }

    /** What is wrong in a file stands beside the field that names it: the first thing of each. */
    private besideFields(problems: Problem[]): Problem[] {
        const told = new Set<string>();
        return problems.flatMap((problem) => {
            const { file, key, message } = problem;
            if (!file) return [problem];
            if (told.has(file)) return [];
            told.add(file);
            return [{ key: this.fieldOf(problem), message: `${file}: ${key} ${message}` }];
        });
    }

    /** Key of what is wrong, or of the field that names the file that it is in. */
    private fieldOf({ file, key }: Problem): string {
        if (!file || !this.draft) return key;
        const { path, value } = this.draft;
        return pathText(placeOf(value, (name) => resolvedFrom(path, name) === file) ?? []);
    }

    private goTo(problem: Problem): void {
        const key = this.fieldOf(problem);
        if (key !== "" && this.form.reveal(key)) return;
        if (!problem.file) this.markLine(problem.line || 1);
    }

    private markLine(line: number): void {
        const lines = this.text.value.split("\n");
        const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
        this.text.focus();
        this.text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
        this.text.scrollTop = ((line - 4) / lines.length) * this.text.scrollHeight;
    }

    private async openFile(field: Path, kind: string, file: string | undefined): Promise<void> {
        const draft = this.draft;
        if (!draft) return;
        this.waiting.push({ draft, field, file });
        const beside = draft.path.replace(/[^/]*$/, "");
        if (file === undefined) await this.openNew(kind, `${beside}my_${kind}.yaml`);
        else await this.openPath(resolvedFrom(draft.path, file), kind);
        // A file that cannot be read leaves the draft where it was.
        if (this.draft === draft) this.waiting.pop();
    }

    /** Back to the file that names this one; a new name is entered there. */
    private goBack(): void {
        const waiting = this.waiting.pop();
        const edited = this.draft;
        if (!waiting || !edited) return;
        edited.end();
        this.draft = waiting.draft;
        this.showDraft();
        const name = relativeTo(waiting.draft.path, edited.path);
        const isThere = this.sources.isThere(edited.path);
        if (isThere && name !== waiting.file) this.form.set(waiting.field, name, true);
        else void waiting.draft.begin();
        document.getElementById(`field-${pathText(waiting.field)}-edit`)?.focus();
    }

    /** A file that is there, and is not the one that was opened, is written over only when sure. */
    private async saveWhenSure(): Promise<void> {
        const draft = this.draft;
        const path = this.path.value.trim();
        if (!draft || path === "") return;
        const isExample = this.sources.isExample(path);
        const isOther = path !== draft.path && this.sources.isThere(path);
        const now_ms = performance.now();
        if ((isExample || isOther) && now_ms > this.sureUntil_ms) {
            this.sureUntil_ms = now_ms + SURE_FOR_MS;
            return;
        }
        this.sureUntil_ms = 0;
        await draft.settle();
        const written = await this.asker.asked(async () => {
            await writeFile(path, draft.yaml);
            await this.link.readAbout();
            return true;
        });
        if (!written) return;
        draft.path = path;
        draft.keep();
        this.sources.fill(this.schemas);
        this.sources.show(draft.kind, path);
        this.problems.say(`Saved as ${path}`);
    }

    private async startRun(): Promise<void> {
        const draft = this.draft;
        if (!draft) return;
        this.start.disabled = true;
        await draft.settle();
        if (draft.problems.length > 0) this.refused(draft, null);
        else await this.startSettled(draft);
        this.start.disabled = false;
    }

    private async startSettled(draft: Draft): Promise<void> {
        try {
            const name = draft.path.replace(/^.*\//, "").replace(/\.ya?ml$/, "");
            const { id } = await startRun(draft.kind as RunKind, draft.yaml, name, draft.path);
            draft.keep();
            this.link.lookAt(id);
        } catch (error) {
            this.refused(draft, error);
        }
    }

    private refused(draft: Draft, error: unknown): void {
        if (error instanceof PortError) draft.problems = error.problems;
        const first = draft.problems[0];
        if (!first) return this.link.say(error, this.notice);
        this.showProblems();
        this.goTo(first);
    }
}
