// SPDX-License-Identifier: MIT
// The errors of a file: their number, and a list whose entries lead to their places.
import type { Problem } from "../contract";
import { fillList, html, setText } from "../dom";

export class ProblemList {
    readonly element = html("ul", { class: "problems", "aria-label": "Problems" });
    readonly verdict = html("p", { class: "verdict", role: "status" });

    constructor(private readonly onPress: (problem: Problem) => void) {}

    /** @param isUnreadable the text cannot be parsed */
    show(problems: Problem[], isUnreadable: boolean): void {
        this.setVerdict(verdictOf(problems.length, isUnreadable));
        this.verdict.classList.toggle("wrong", problems.length > 0);
        fillList(
            this.element,
            problems,
            () => html("li", {}, html("button", { type: "button", class: "problem-link" })),
            (item, problem) => this.fill(item.firstElementChild as HTMLElement, problem),
        );
    }

    /** Shows a success. */
    setVerdict(words: string): void {
        setText(this.verdict, words);
        this.verdict.classList.remove("wrong");
    }

    private fill(button: HTMLElement, problem: Problem): void {
        const { line, column, key, message, file } = problem;
        const place = line ? `line ${line}${column ? `:${column}` : ""}` : "";
        setText(button, [file, place, key, message].filter(Boolean).join(": "));
        button.onclick = () => this.onPress(problem);
    }
}

function verdictOf(count: number, isUnreadable: boolean): string {
    if (isUnreadable) return "The YAML cannot be parsed; the form shows the last valid content.";
    if (count === 0) return "No problems";
    return count === 1 ? "1 problem" : `${count} problems`;
}
