// SPDX-License-Identifier: MIT
// On the page of a run: the way back to the studio, its other runs, and what becomes of this one.
import { fillList, html, setText } from "../dom";
import { Poll } from "../panels/poll";
import type { StudioPart } from "../run_page";
import { FIRST_VIEW, viewToHash } from "../view";
import type { RunRow } from "./contract";
import { wordsOf } from "./run_words";
import type { StudioLink } from "./studio_link";
import { readRuns } from "./studio_port";

const PERIOD_MS = 500;

export class RunWatch implements StudioPart {
    private choice = html("select", { id: "run", "aria-label": "Run" });
    readonly element = html(
        "div",
        { class: "group" },
        html("a", { href: "#at=setup", id: "to-studio" }, "Studio"),
        this.choice,
    );
    private waiting: (() => void)[] = [];

    constructor(private readonly link: StudioLink) {
        new Poll(link.polls, PERIOD_MS, () => this.ask());
        this.choice.addEventListener("change", () => link.lookAt(this.choice.value));
    }

    /** Resolves when an answer that was requested from now on says that the run is running. */
    ready(): Promise<void> {
        return new Promise((done) => this.waiting.push(done));
    }

    private async ask(): Promise<void> {
        const asking = this.waiting.length;
        const id = this.link.store.view.run;
        const runs = await readRuns();
        const own = runs.find((run) => run.id === id);
        if (!own) throw new Error(`There is no run ${id}. Runs shows which ones there are.`);
        this.showChoice(runs.filter((run) => run === own || run.state !== "ended"));
        this.link.store.isPeer = own.kind === "vds1";
        if (own.state === "running") this.waiting.splice(0, asking).forEach((done) => done());
        // A run that has ended shows what is left of it.
        if (own.state === "ended")
            location.hash = viewToHash({ ...FIRST_VIEW, at: "runs", run: id });
    }

    private showChoice(runs: RunRow[]): void {
        if (document.activeElement === this.choice) return;
        fillList(
            this.choice,
            runs,
            () => html("option"),
            (option, run) => {
                option.value = run.id;
                setText(option, `${run.name} (${wordsOf(run)})`);
            },
        );
        this.choice.value = this.link.store.view.run;
    }
}
