// SPDX-License-Identifier: MIT
// On the page of a run: the link to the studio, the choice of runs, and the state of this one.
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
        new Poll(link.polls, PERIOD_MS, () => this.request());
        this.choice.addEventListener("change", () => link.openRun(this.choice.value));
    }

    /** Resolves when a reply to a request sent from now on reports that the run is running. */
    ready(): Promise<void> {
        return new Promise((done) => this.waiting.push(done));
    }

    private async request(): Promise<void> {
        const waitingCount = this.waiting.length;
        const id = this.link.store.view.run;
        const runs = await readRuns();
        const own = runs.find((run) => run.id === id);
        if (!own) throw new Error(`There is no run ${id}. See Runs for a list.`);
        this.showChoice(runs.filter((run) => run === own || run.state !== "ended"));
        this.link.store.isRemote = own.kind === "vds1";
        if (own.state === "running") this.waiting.splice(0, waitingCount).forEach((done) => done());
        // A run that has ended is shown under Runs.
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
