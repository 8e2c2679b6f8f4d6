// SPDX-License-Identifier: MIT
// What is wrong with a file, as a list whose entries lead to their places, and in a word.
import type { Problem } from "../contract";
import { fillList, html, setText } from "../dom";

export class ProblemList {
    readonly element = html("ul", { class: "problems", "aria-label": "Problems" });
    readonly verdict = html("p", { class: "verdict", role: "status" });

    constructor(private readonly onPress: (problem: Problem) => void) {}

    /** @param isTorn the text cannot be read */
    show(problems: Problem[], isTorn: boolean): void {
        this.say(verdictOf(problems.length, isTorn));
        this.verdict.classList.toggle("wrong", problems.length > 0);
        fillList(
            this.element,
            problems,
            () => html("li", {}, html("button", { type: "button", class: "problem-link" })),
            (item, problem) => this.fill(item.firstElementChild as HTMLElement, problem),
        );
    }

    /** Something that is well. */
    say(words: string): void {
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

function verdictOf(count: number, isTorn: boolean): string {
    if (isTorn) return "The text cannot be read; the form shows what it held before.";
    if (count === 0) return "No problems";
    return count === 1 ? "1 problem" : `${count} problems`;
}
