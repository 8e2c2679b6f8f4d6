// SPDX-License-Identifier: MIT
// The page of one run: mounts the panels and updates them before each frame.
import { html, nextTask } from "./dom";
import { listenToKeys, type Key } from "./keys";
import { Link } from "./link";
import type { Panel } from "./panel";
import { Charts } from "./panels/charts";
import { Drawer } from "./panels/drawer";
import { Driving } from "./panels/driving";
import { GgDiagram } from "./panels/gg";
import { Help } from "./panels/help";
import { Instruments } from "./panels/instruments";
import { Log } from "./panels/log";
import { Messages } from "./panels/messages";
import { Packets } from "./panels/packets";
import { Parts } from "./panels/parts";
import { Safety } from "./panels/safety";
import { SceneView } from "./panels/scene";
import { Tables } from "./panels/tables";
import { Timing } from "./panels/timing";
import { TopBar } from "./panels/top_bar";
import type { Store } from "./store";
import { DRAWERS } from "./view";

function place(
    tag: "header" | "nav" | "main" | "aside" | "footer" | "section",
    name: string,
    label: string,
): HTMLElement {
    return html(tag, { class: name, "aria-label": label });
}

/** What the studio adds to the page of one of its runs. */
export interface StudioPart {
    /** Shown in the top bar. */
    readonly element: HTMLElement;
    /** Resolves when the run answers requests; never if it has ended. */
    ready(): Promise<void>;
}

export async function startRunPage(store: Store, studio: StudioPart | null = null): Promise<void> {
    // A new address, or a new page of the studio, reloads the page, so that no state of this one
    // remains.
    addEventListener("hashchange", () => location.reload());
    const link = new Link(store, () => studio?.ready());
    void link.start();
    const parts = makeParts(store, link, studio);
    const panels = placed(store, link, parts);
    const centre = panels.find(([panel]) => panel === parts.scene)![1].parentElement!;
    for (const [panel, element] of panels) {
        panel.mount(element);
        if (!centre.contains(element)) document.body.append(element);
        else if (panel === parts.scene) document.body.append(centre);
        // The browser paints the first panels before the rest is created.
        await nextTask();
    }
    listenToKeys(parts.keys);
    keepUpdated(
        store,
        panels.map(([panel]) => panel),
    );
}

/** The parts of the page, and the keys that act on them. */
function makeParts(store: Store, link: Link, studio: StudioPart | null) {
    const keys: Key[] = [];
    const help = new Help(keys);
    const topBar = new TopBar(store, link, () => help.open(), studio?.element);
    const scene = new SceneView(store);
    const charts = new Charts(store);
    const driving = new Driving(store, link);
    const drawer = new Drawer(store, {
        tables: () => new Tables(store, link),
        timing: () => new Timing(store, link),
        safety: () => new Safety(store, link),
        log: () => new Log(link),
        packets: () => new Packets(store, link),
    });
    const act = (key: string, shown: string, meaning: string, action: () => void): void =>
        void keys.push({ key, shown, meaning, act: action });
    act(" ", "Space", "pause or resume the run", () => topBar.togglePause());
    act(".", ".", "one step while paused", () => topBar.stepOnce());
    DRAWERS.forEach((name, i) =>
        act(String(i + 1), String(i + 1), `open or close ${name}`, () => drawer.toggle(name)),
    );
    act("c", "c", "next camera: chase, orbit, top", () => scene.nextCamera());
    act("f", "f", "freeze or continue the charts", () => charts.toggleFreeze());
    act("/", "/", "search signals", () => charts.search());
    act("d", "d", "start or end driving by hand", () => driving.toggle());
    act("r", "r", "toggle forward and reverse (at standstill)", () => driving.changeGear());
    act("Escape", "Esc", "end driving", () => driving.end());
    act("?", "?", "show this help", () => help.open());
    return { keys, help, topBar, scene, charts, driving, drawer };
}

/** All panels with their places, in the order in which they are first painted. */
function placed(
    store: Store,
    link: Link,
    parts: ReturnType<typeof makeParts>,
): [Panel, HTMLElement][] {
    const centre = place("main", "centre", "Vehicle");
    const world = html("div", { class: "scene" });
    const instruments = html("div", { class: "instruments" });
    const gg = html("div", { class: "gg" });
    const hand = html("div", { class: "driving" });
    const alerts = html("div", {});
    centre.append(world, instruments, gg, hand, alerts);
    return [
        [parts.topBar, place("header", "top", "Run")],
        [new Parts(store, link), place("nav", "left", "Parts")],
        [parts.scene, world],
        [parts.charts, place("aside", "right", "Charts")],
        [new Instruments(store), instruments],
        [new GgDiagram(store), gg],
        [parts.driving, hand],
        [parts.drawer, place("footer", "drawer", "Drawer")],
        [new Messages(store, () => void link.readConfig()), alerts],
        [parts.help, centre],
    ];
}

function keepUpdated(store: Store, panels: readonly Panel[]): void {
    let shown = -1;
    const frame = (now_ms: number): void => {
        const fresh = shown !== store.version;
        shown = store.version;
        requestAnimationFrame(frame);
        for (const panel of panels) {
            // The other panels continue if one fails.
            try {
                panel.update(now_ms, fresh);
            } catch (error) {
                store.report(`A panel of this page has failed: ${String(error)}`);
            }
        }
    };
    requestAnimationFrame(frame);
}
