// SPDX-License-Identifier: MIT
// Setup: a form and YAML side by side, for a run or a file that it names. Both can be edited.
import type { Problem } from "../contract";
import { html, setText } from "../dom";
import type { Panel } from "../panel";
import type { Requester } from "../panels/poll";
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
    /** The field that names the file. */
    field: Path;
    /** The name before the edit; undefined if there was none. */
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
    private requester: Requester;
    private form: Form;
    private schemas: Schemas | null = null;
    private draft: Draft | null = null;
    private waiting: Waiting[] = [];
    private sureUntil_ms = 0;
    private opening = 0;

    constructor(private readonly link: StudioLink) {
        this.requester = link.beside(this.notice);
        this.form = new Form({
            changed: (value) => this.draft?.setValue(value),
            files: (endings, kind) => this.sources.files(this.draft?.path ?? "", endings, kind),
            openFile: (path, kind, file) => void this.openFile(path, kind, file),
        });
        this.text.addEventListener("input", () => this.draft?.setText(this.text.value));
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
                field("Start from", this.sources.element),
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
        setText(this.save, isSure ? "Overwrite?" : "Save");
    }

    destroy(): void {
        this.draft?.end();
    }

    /** Opens an example or a file of the studio's folder. */
    async openPath(path: string, kind: string): Promise<void> {
        const opening = ++this.opening;
        const file = await this.requester.request(() => readFile(path));
        // Only the file that was requested last is shown, whichever reply comes last.
        if (file && opening === this.opening) await this.open({ kind, path, yaml: file.yaml });
    }

    private async begin(): Promise<void> {
        this.schemas = await this.requester.request(() => readSchemas());
        this.sources.fill(this.schemas);
        const saved = Draft.saved();
        const first = this.sources.examples[0];
        if (saved) await this.open(saved);
        else if (first) await this.openPath(first.file, first.kind);
        else await this.open({ kind: "run", path: "run.yaml", yaml: "" });
    }

    private async openSource(kind: string, path: string): Promise<void> {
        this.waiting = [];
        if (path !== "") return this.openPath(path, kind);
        await this.openNew(kind, `${kind}.yaml`);
    }

    private async openNew(kind: string, path: string): Promise<void> {
        const opening = ++this.opening;
        const value = defaultsOf(Place.root(this.schemas ?? {}, kind)) ?? {};
        const made = await this.requester.request(() => yamlOf(value));
        if (made && opening === this.opening) await this.open({ kind, path, yaml: made.yaml });
    }

    private async open({ kind, path, yaml }: DraftText): Promise<void> {
        this.draft?.end();
        const draft = new Draft(kind, path, yaml, this.requester, (what) => this.show(draft, what));
        this.draft = draft;
        this.showDraft();
        await draft.begin();
    }

    /** Shows another draft. */
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
        const { problems, isUnreadable } = this.draft!;
        this.form.element.toggleAttribute("data-unreadable", isUnreadable);
        this.form.showProblems(this.besideFields(problems));
        this.problems.show(problems, isUnreadable);
    }

    /** Errors of a named file are shown beside the field that names it: the first of each file. */
    private besideFields(problems: Problem[]): Problem[] {
        const reported = new Set<string>();
        return problems.flatMap((problem) => {
            const { file, key, message } = problem;
            if (!file) return [problem];
            if (reported.has(file)) return [];
            reported.add(file);
            return [{ key: this.fieldOf(problem), message: `${file}: ${key} ${message}` }];
        });
    }

    /** Key of the error, or of the field that names the file with the error. */
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
        // If the file cannot be read, the draft stays open.
        if (this.draft === draft) this.waiting.pop();
    }

    /** Returns to the file that names this one and enters the new name there. */
    private goBack(): void {
        const waiting = this.waiting.pop();
        const edited = this.draft;
        if (!waiting || !edited) return;
        edited.end();
        this.draft = waiting.draft;
        this.showDraft();
        const name = relativeTo(waiting.draft.path, edited.path);
        const exists = this.sources.exists(edited.path);
        if (exists && name !== waiting.file) this.form.set(waiting.field, name, true);
        else void waiting.draft.begin();
        document.getElementById(`field-${pathText(waiting.field)}-edit`)?.focus();
    }

    /** Overwriting an example or another existing file needs a second press. */
    private async saveWhenSure(): Promise<void> {
        const draft = this.draft;
        const path = this.path.value.trim();
        if (!draft || path === "") return;
        const isExample = this.sources.isExample(path);
        const isOther = path !== draft.path && this.sources.exists(path);
        const now_ms = performance.now();
        if ((isExample || isOther) && now_ms > this.sureUntil_ms) {
            this.sureUntil_ms = now_ms + SURE_FOR_MS;
            return;
        }
        this.sureUntil_ms = 0;
        await draft.settle();
        const written = await this.requester.request(async () => {
            await writeFile(path, draft.yaml);
            await this.link.readAbout();
            return true;
        });
        if (!written) return;
        draft.path = path;
        draft.save();
        this.sources.fill(this.schemas);
        this.sources.show(draft.kind, path);
        this.problems.setVerdict(`Saved as ${path}`);
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
            draft.save();
            this.link.openRun(id);
        } catch (error) {
            this.refused(draft, error);
        }
    }

    private refused(draft: Draft, error: unknown): void {
        if (error instanceof PortError) draft.problems = error.problems;
        const first = draft.problems[0];
        if (!first) return this.link.report(error, this.notice);
        this.showProblems();
        this.goTo(first);
    }
}
