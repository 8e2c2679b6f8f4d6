// SPDX-License-Identifier: MIT
// The bottom drawer: one tab at a time, or closed.
import { html, setAttribute } from "../dom";
import type { Panel } from "../panel";
import type { Store } from "../store";
import { DRAWERS, type DrawerName } from "../view";

export class Drawer implements Panel {
    private tabs = html("div", { class: "tabs", role: "tablist", "aria-label": "Drawer" });
    private body = html("div", {
        class: "drawer-body",
        role: "tabpanel",
        id: "drawer-body",
        tabindex: 0,
    });
    private open: DrawerName | null = null;
    private gateways = 0;
    private content: Panel | null = null;

    constructor(
        private readonly store: Store,
        private readonly make: Record<DrawerName, () => Panel>,
    ) {}

    mount(place: HTMLElement): void {
        DRAWERS.forEach((name, index) => {
            const tab = html(
                "button",
                { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "drawer-body" },
                name[0]!.toUpperCase() + name.slice(1),
                html("kbd", { "aria-hidden": "true" }, String(index + 1)),
            );
            tab.addEventListener("click", () => this.toggle(name));
            this.tabs.append(tab);
        });
        this.tabs.addEventListener("keydown", (event) => this.key(event));
        this.body.hidden = true;
        place.append(this.tabs, this.body);
    }

    toggle(name: DrawerName): void {
        if (this.store.isRemote) return;
        this.store.show({ drawer: this.store.view.drawer === name ? null : name });
    }

    update(now_ms: number, fresh: boolean): void {
        this.tabs.hidden = this.store.isRemote;
        const wanted = this.store.isRemote ? null : this.store.view.drawer;
        if (wanted !== this.open || this.store.gateways !== this.gateways) this.change(wanted);
        this.content?.update(now_ms, fresh);
        DRAWERS.forEach((name, index) => {
            const tab = this.tabs.children[index]!;
            setAttribute(tab, "aria-selected", String(name === wanted));
            setAttribute(tab, "tabindex", name === (wanted ?? DRAWERS[0]) ? "0" : "-1");
        });
    }

    destroy(): void {
        this.content?.destroy();
    }

    private change(wanted: DrawerName | null): void {
        this.content?.destroy();
        this.body.replaceChildren();
        this.body.hidden = wanted === null;
        this.content = wanted ? this.make[wanted]() : null;
        if (wanted) setAttribute(this.body, "aria-labelledby", `tab-${wanted}`);
        this.content?.mount(this.body);
        this.open = wanted;
        this.gateways = this.store.gateways;
        // This changes the size of the other panels.
        document.body.classList.toggle("drawer-open", wanted !== null);
    }

    private key(event: KeyboardEvent): void {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const at = [...this.tabs.children].indexOf(document.activeElement!);
        const next = this.tabs.children[
            (at + step + DRAWERS.length) % DRAWERS.length
        ] as HTMLElement;
        next.focus();
        event.preventDefault();
    }
}
