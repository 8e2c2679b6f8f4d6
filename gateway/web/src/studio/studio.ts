// SPDX-License-Identifier: MIT
// The studio: home, setup, runs and recordings; and the page of a run that it has started.
import { html, setAttribute } from "../dom";
import { listenToKeys, type Key } from "../keys";
import type { Panel } from "../panel";
import { Help } from "../panels/help";
import { Messages } from "../panels/messages";
import { askRun } from "../port";
import { startRunPage } from "../run_page";
import type { Store } from "../store";
import { viewFromHash, type Place, type View } from "../view";
import { FirstVisit } from "./first_visit";
import { Recordings } from "./recordings";
import { RunWatch } from "./run_watch";
import { Runs } from "./runs";
import { Setup } from "./setup";
import { StudioLink } from "./studio_link";

type StudioPlace = Exclude<Place, "">;

const NAMES: [place: StudioPlace, name: string][] = [
    ["start", "Home"],
    ["setup", "Setup"],
    ["runs", "Runs"],
    ["recording", "Recordings"],
];

const MAKE: Record<StudioPlace, (link: StudioLink) => Panel> = {
    start: (link) => new FirstVisit(link),
    setup: (link) => new Setup(link),
    runs: (link) => new Runs(link),
    recording: (link) => new Recordings(link),
};

/** Whether the address is that of a running run, which has a separate page. */
function isRunPage({ at, run }: View): boolean {
    return at === "" && run !== "";
}

export function startStudio(store: Store): void {
    const link = new StudioLink(store);
    if (isRunPage(store.view)) {
        askRun(store.view.run);
        void startRunPage(store, new RunWatch(link));
        return;
    }
    void new Studio(store, link).start();
}

class Studio {
    private main = html("main", { class: "studio-main" });
    private links = new Map<StudioPlace, HTMLElement>();
    private shown: StudioPlace | null = null;
    private panel: Panel | null = null;

    constructor(
        private readonly store: Store,
        private readonly link: StudioLink,
    ) {}

    async start(): Promise<void> {
        document.body.classList.add("studio");
        const keys: Key[] = NAMES.map(([place, name], i) => ({
            key: String(i + 1),
            shown: String(i + 1),
            meaning: `go to ${name}`,
            act: () => (location.hash = `#at=${place}`),
        }));
        const help = new Help(keys);
        keys.push({ key: "?", shown: "?", meaning: "show this help", act: () => help.open() });
        const messages = new Messages(this.store, () => location.reload());
        document.body.append(
            this.header(() => help.open()),
            this.main,
        );
        const alerts = html("div", { class: "alerts" });
        document.body.append(alerts);
        messages.mount(alerts);
        help.mount(document.body);
        listenToKeys(keys);
        await this.link.request(() => this.link.readAbout());
        addEventListener("hashchange", () => this.follow(viewFromHash(location.hash)));
        this.follow(this.store.view);
        const frame = (now_ms: number): void => {
            messages.update();
            this.panel?.update(now_ms, false);
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }

    private header(help: () => void): HTMLElement {
        for (const [place, name] of NAMES)
            this.links.set(place, html("a", { href: `#at=${place}` }, name));
        const nav = html("nav", { class: "studio-nav", "aria-label": "Studio" });
        nav.append(...this.links.values());
        return html(
            "header",
            { class: "top" },
            html("h1", { class: "studio-name" }, "ddc-gateway studio"),
            nav,
            html(
                "button",
                { type: "button", id: "help", click: help, "aria-label": "Keys and help" },
                "?",
            ),
        );
    }

    private follow(view: View): void {
        if (isRunPage(view)) return location.reload();
        this.store.view = view;
        const place = view.at === "" ? "start" : view.at;
        for (const [name, element] of this.links)
            setAttribute(element, "aria-current", name === place ? "page" : "false");
        if (place === this.shown) return;
        this.shown = place;
        this.panel?.destroy();
        this.main.replaceChildren();
        setAttribute(this.main, "data-place", place);
        this.panel = MAKE[place](this.link);
        this.panel.mount(this.main);
    }
}
