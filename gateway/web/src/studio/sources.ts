// SPDX-License-Identifier: MIT
// What Setup can start from: an example, a file of the studio's folder, or a new file.
import { html } from "../dom";
import type { Example, FileEntry, RunKind } from "./contract";
import type { FileChoice } from "./controls";
import { relativeTo } from "./path";
import type { Schemas } from "./schema";
import type { StudioLink } from "./studio_link";

/** Kinds of files that can be started as a run. */
export const RUNNABLE: readonly string[] = ["run", "vdsim_realtime"] satisfies RunKind[];

export class Sources {
    readonly element = html("select", { id: "source", "aria-label": "Start from" });
    private schemas: Schemas | null = null;

    /** @param onChoice an empty path: a new file */
    constructor(
        private readonly link: StudioLink,
        onChoice: (kind: string, path: string) => void,
    ) {
        this.element.addEventListener("change", () => {
            const at = this.element.value.indexOf(":");
            if (at >= 0)
                onChoice(this.element.value.slice(0, at), this.element.value.slice(at + 1));
        });
    }

    get examples(): Example[] {
        return this.link.about.examples.filter(({ file }) => file !== "");
    }

    isExample(path: string): boolean {
        return this.examples.some(({ file }) => file === path);
    }

    exists(path: string): boolean {
        return this.link.about.files.some((file) => file.path === path);
    }

    fill(schemas: Schemas | null): void {
        this.schemas = schemas;
        const examples = this.examples.map(
            ({ file, kind, title }) => [`${kind}:${file}`, title] as const,
        );
        const files = this.link.about.files
            .filter(({ kind, path }) => schemas?.[kind] && !this.isExample(path))
            .map(({ path, kind }) => [`${kind}:${path}`, `${path} (${kind})`] as const);
        this.element.replaceChildren(
            html("option", { value: "" }, "an example or a file"),
            group("Examples", examples),
            group("Files", files),
            group(
                "New",
                RUNNABLE.map((kind) => [`${kind}:`, kind] as const),
            ),
        );
    }

    /** Selects the file if it is in the list. */
    show(kind: string, path: string): void {
        this.element.value = `${kind}:${path}`;
        if (this.element.selectedIndex < 0) this.element.value = "";
    }

    /** Files that a field of the file `base` may name: by extension and, where known, by kind. */
    files(base: string, endings: readonly string[], kind: string | undefined): FileChoice[] {
        const isOfKind = ({ path, kind: of }: FileEntry): boolean =>
            kind === undefined ||
            !/\.ya?ml$/.test(path) ||
            of === kind ||
            this.schemas?.[of] === undefined;
        return this.link.about.files
            .filter((file) => endings.some((ending) => file.path.endsWith(ending)))
            .filter(isOfKind)
            .map(({ path }) => ({ name: relativeTo(base, path) }));
    }
}

function group(label: string, rows: readonly (readonly [value: string, words: string])[]) {
    return html(
        "optgroup",
        { label },
        ...rows.map(([value, words]) => html("option", { value }, words)),
    );
}
