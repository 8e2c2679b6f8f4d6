// SPDX-License-Identifier: MIT
// Runs: a list of past and current runs, one of them in detail, optionally compared with another.
import { fillList, html, setAttribute, setText } from "../dom";
import { duration, timeOfDay } from "../format";
import { makeLight, setLight } from "../light";
import type { Panel } from "../panel";
import { downloadText } from "../panels/download";
import { lineElement } from "../panels/log";
import { Poll } from "../panels/poll";
import type { RunDetail, RunRow } from "./contract";
import { Notice } from "./notice";
import { lightOf, wordsOf } from "./run_words";
import type { StudioLink } from "./studio_link";
import { readRun, readRuns, readTrace, stopRun } from "./studio_port";
import { summaryTable } from "./summary";
import { readTraceText, type Trace } from "./trace";
import { TraceCharts } from "./trace_charts";

const PERIOD_MS = 1000;

export class Runs implements Panel {
    private list = html("ul", { class: "run-list", "aria-label": "Runs" });
    private nothing = html("p", { class: "muted" }, "No runs yet. Start one in ");
    private head = html("div", { class: "run-head" });
    private summary = html("div", {
        class: "run-summary",
        tabindex: 0,
        role: "region",
        "aria-label": "Summary",
    });
    private log = html("ol", { class: "log", tabindex: 0, "aria-label": "Log" });
    private detail = html("section", { class: "run-detail", "aria-label": "Run", hidden: true });
    private noTrace = html("p", { class: "muted", hidden: true });
    private listNotice = new Notice();
    private notice = new Notice();
    private charts: TraceCharts;
    private poll: Poll;
    private rows: RunRow[] = [];
    /** The shown runs as JSON: the detail is created again only when they change. */
    private shown = "";

    constructor(private readonly link: StudioLink) {
        this.charts = new TraceCharts(link.store);
        this.poll = new Poll(link.beside(this.listNotice), PERIOD_MS, () => this.request());
    }

    mount(place: HTMLElement): void {
        const part = (name: string, ...parts: HTMLElement[]): HTMLElement =>
            html("section", {}, html("h3", {}, name), ...parts);
        this.nothing.append(html("a", { href: "#at=setup" }, "Setup"), ".");
        this.detail.append(
            this.head,
            this.notice.element,
            part("Summary", this.summary),
            part("Plots", this.noTrace, this.charts.element),
            part("Log", this.log),
        );
        place.append(
            html(
                "section",
                { class: "run-rows" },
                html("h2", {}, "Runs"),
                this.listNotice.element,
                this.list,
                this.nothing,
            ),
            this.detail,
        );
    }

    update(): void {
        this.charts.update();
    }

    destroy(): void {
        this.poll.stop();
        this.charts.destroy();
    }

    private async request(): Promise<void> {
        // Newest first.
        this.rows = (await readRuns()).sort((a, b) => (b.started ?? 0) - (a.started ?? 0));
        this.showRows();
        await this.showChosen();
    }

    private showRows(): void {
        this.nothing.hidden = this.rows.length > 0;
        fillList(
            this.list,
            this.rows,
            () => this.makeRow(),
            (row, run) => this.fillRow(row, run),
        );
    }

    private makeRow(): HTMLLIElement {
        const button = html(
            "button",
            { type: "button", class: "run-row" },
            makeLight(),
            html("span", { class: "run-name" }),
            html("span", { class: "muted" }),
            html("span", { class: "run-words" }),
        );
        const over = html("button", { type: "button", class: "small over-button" }, "Overlay");
        button.addEventListener("click", () => this.choose({ run: button.dataset["run"]! }));
        over.addEventListener("click", () => {
            const id = button.dataset["run"]!;
            this.choose({ other: this.link.store.view.other === id ? "" : id });
        });
        return html("li", {}, button, over);
    }

    private fillRow(row: HTMLLIElement, run: RunRow): void {
        const [button, over] = [...row.children] as [HTMLElement, HTMLElement];
        const [light, name, when, words] = [...button.children] as [
            SVGSVGElement,
            Element,
            Element,
            Element,
        ];
        const id = run.id;
        const { view } = this.link.store;
        setAttribute(button, "data-run", id);
        setAttribute(button, "aria-pressed", String(view.run === id));
        setLight(light, lightOf(run), lightOf(run));
        setText(name, `${run.name} `);
        // The browser's clock may be behind the clock that set the start of a running run.
        const long_s = Math.max((run.ended ?? Date.now() / 1000) - (run.started ?? 0), 0);
        setText(when, `${timeOfDay(run.started ?? 0).slice(0, 8)}, ${duration(long_s)} `);
        setText(words, wordsOf(run));
        over.hidden = view.run === "" || view.run === id;
        setAttribute(over, "aria-pressed", String(view.other === id));
        setAttribute(over, "aria-label", `Overlay ${run.name} of ${timeOfDay(run.started ?? 0)}`);
    }

    private choose(change: { run?: string; other?: string }): void {
        const isOther = change.run !== undefined && change.run === this.link.store.view.other;
        this.link.store.show({ ...change, ...(isOther ? { other: "" } : {}), zoom: null });
        this.showRows();
        void this.link.request(() => this.showChosen(), this.notice);
    }

    private async showChosen(): Promise<void> {
        const { run: id, other } = this.link.store.view;
        const row = this.rows.find((run) => run.id === id);
        const second = this.rows.find((run) => run.id === other);
        this.detail.hidden = !row;
        const wanted = JSON.stringify([row, second]);
        if (!row) return;
        if (wanted === this.shown) {
            if (row.state !== "ended") this.showLog(await readRun(id));
            return;
        }
        this.shown = wanted;
        const [one, two] = await Promise.all([
            readRun(id),
            second ? readRun(other) : Promise.resolve(null),
        ]);
        if (this.shown !== wanted) return;
        this.showHead(one);
        this.showSummary(one, two);
        this.showLog(one);
        const traces = await Promise.all([this.traceOf(one), two ? this.traceOf(two) : null]);
        if (this.shown !== wanted) return;
        this.showTraces(one, two, traces);
    }

    private showHead(run: RunDetail): void {
        const id = run.id;
        const isOver = run.state === "ended";
        const stop = html("button", { type: "button", id: "stop-run" }, "Stop");
        stop.addEventListener(
            "click",
            () => void this.link.request(() => stopRun(id), this.notice),
        );
        const light = makeLight();
        setLight(light, lightOf(run), lightOf(run));
        const save = (name: string, text: () => Promise<string>): HTMLElement =>
            html(
                "button",
                {
                    type: "button",
                    click: () =>
                        void this.link.request(
                            async () => downloadText(name, "text/plain", await text()),
                            this.notice,
                        ),
                },
                name.includes("summary") ? "Summary (JSON)" : "Trace (CSV)",
            );
        this.head.replaceChildren(
            html("h3", { class: "run-title" }, light, ` ${run.name}: ${wordsOf(run)}`),
            html(
                "div",
                { class: "group" },
                isOver ? null : html("a", { class: "button", href: `#run=${id}` }, "Open"),
                isOver ? null : stop,
                run.summary === null
                    ? null
                    : save(`${run.name}_summary.json`, async () =>
                          JSON.stringify(run.summary, null, 2),
                      ),
                run.files.length > 0 ? save(`${run.name}.csv`, () => readTrace(id)) : null,
            ),
        );
    }

    private showSummary(one: RunDetail, two: RunDetail | null): void {
        const words =
            one.state === "ended"
                ? "No summary was saved."
                : "The summary is available when the run ends.";
        const heads = [one, two].flatMap((run) => (run ? [`${run.name}, ${run.id}`] : []));
        this.summary.replaceChildren(
            one.summary === null
                ? html("p", { class: "muted" }, words)
                : summaryTable(one.summary, two?.summary ?? null, heads),
        );
    }

    private showLog(run: RunDetail): void {
        this.log.replaceChildren(...run.log.map(lineElement));
    }

    private async traceOf(run: RunDetail): Promise<Trace | null> {
        if (run.files.length === 0) return null;
        return this.link.request(async () => readTraceText(await readTrace(run.id)), this.notice);
    }

    private showTraces(one: RunDetail, two: RunDetail | null, traces: (Trace | null)[]): void {
        const [first, second] = traces;
        const words = second && two ? `${one.name}, ${one.id}; dashed: ${two.name}, ${two.id}` : "";
        this.charts.showTraces(first ?? null, second ?? null, words);
        this.noTrace.hidden = Boolean(first);
        this.noTrace.textContent =
            one.state === "ended"
                ? "No trace was saved."
                : "The trace is available when the run ends.";
    }
}
