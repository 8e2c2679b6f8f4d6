// SPDX-License-Identifier: MIT
// What Lichtblick shows in a page of Chromium.
import { until } from "../../../gateway/web/tests/browser.mjs";

const byTest = (name) => `[data-testid="${name}"]`;

async function openTab(page, name) {
    const tab = page.locator(byTest(`${name}-left`));
    if ((await tab.count()) === 0) await page.click(byTest("left-sidebar-button"));
    await tab.click();
}

/** Names of the topics in the sidebar, as soon as all that are wanted are listed. */
export async function topicsWith(page, wanted) {
    await openTab(page, "topics");
    const rows = page.locator(byTest("topic-row"));
    const listed = async () => (await rows.allInnerTexts()).map((text) => text.split("\n")[0]);
    const isComplete = async () => {
        const names = await listed();
        return wanted.every((name) => names.includes(name));
    };
    await until(isComplete, "all topics").catch(() => {});
    return listed();
}

/** Each alert as Lichtblick copies it: "[error] text". */
export async function alerts(page) {
    await openTab(page, "alerts");
    const copies = page.locator(`${byTest("sidebar-left")} [aria-label="Copy details"]`);
    const texts = [];
    for (const copy of await copies.all()) {
        await copy.click();
        texts.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    const isText = (line) => line !== "" && !line.startsWith("    at ");
    return texts.map((text) => text.split("\n").filter(isText).join(" / "));
}

/** The text of a panel's title bar; null without the panel. */
export async function titleOf(page, panel) {
    const found = page.locator(`[data-testid~="${panel}"]`);
    await found.waitFor().catch(() => {});
    if ((await found.count()) === 0) return null;
    return found.locator(byTest("mosaic-drag-handle")).first().innerText();
}

/** Text that panels show in place of their contents after an error. */
export function brokenPanels(page) {
    return page.locator("text=This panel encountered an unexpected error").count();
}

export async function hideSidebars(page) {
    const close = page.locator(byTest("sidebar-close-left"));
    if ((await close.count()) > 0) await close.click();
}

/** Plays a recording until a second of its first minute, and waits in a pause until all is read. */
export async function playUntil(page, second) {
    const time = page.locator(`${byTest("PlaybackTime-text")} input`);
    await time.waitFor();
    await page.click(byTest("play-button"));
    const secondOf = (text) => Number(/:(\d\d)\.\d+/.exec(text)?.[1]);
    const isPlayed = async () => secondOf(await time.inputValue()) >= second;
    await until(isPlayed, `second ${second} of the recording`);
    await page.click(byTest("play-button"));
    const isReading = () => page.locator(byTest("progress-plot")).count();
    await until(async () => (await isReading()) === 0, "the recording is read");
}
