// SPDX-License-Identifier: MIT
// Measures loading and rendering of the page: DDC_PAGE=FOLDER node measure.mjs [SECONDS]. Prints JSON.
// Ten vehicles are rendered in software, with 20 states per second.
import { Browser } from "./browser.mjs";
import { MockServer } from "./mock_server.mjs";

const SECONDS = Number(process.argv[2] ?? 10);
const LOADS = 5;

/** Executed in the page before its scripts. */
function watch() {
    window.seen = { picture_ms: 0, tasks: [] };
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
            window.seen.tasks.push({ at_ms: startTime, ms: duration });
    }).observe({ type: "longtask", buffered: true });
    // The first frame that shows the vehicles also places their names.
    const observer = new MutationObserver(() => {
        if (!document.querySelector(".labels span")) return;
        window.seen.picture_ms = performance.now();
        observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
}

async function open(browser, address) {
    const opened = await browser.open("about:blank");
    await opened.page.addInitScript(watch);
    await opened.page.goto(`${address}#camera=top`);
    await opened.page.locator(".labels span").first().waitFor();
    return opened;
}

async function load(browser, address) {
    const { page, close } = await open(browser, address);
    const result = await page.evaluate(() => ({
        first_paint_ms: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        first_picture_ms: window.seen.picture_ms,
        longest_task_ms: Math.max(0, ...window.seen.tasks.map(({ ms }) => ms)),
    }));
    await close();
    return result;
}

async function metricsOf(session) {
    const { metrics } = await session.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

async function drive(browser, address) {
    const { page, close } = await open(browser, address);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await page.evaluate(() => (window.seen.tasks = []));
    const before = await metricsOf(session);
    const result = await page.evaluate(async (seconds) => {
        const begin_ms = performance.now();
        let frames = 0;
        while (performance.now() - begin_ms < 1000 * seconds) {
            await new Promise((done) => requestAnimationFrame(done));
            frames += 1;
        }
        return {
            frames_a_second: (1000 * frames) / (performance.now() - begin_ms),
            longest_task_ms: Math.max(0, ...window.seen.tasks.map(({ ms }) => ms)),
            tasks_over_50_ms: window.seen.tasks.length,
        };
    }, SECONDS);
    const after = await metricsOf(session);
    const share = (name) => (after[name] - before[name]) / (after.Timestamp - before.Timestamp);
    await close();
    return {
        ...result,
        main_thread: share("TaskDuration"),
        script: share("ScriptDuration"),
        heap_mb: after.JSHeapUsedSize / 1e6,
    };
}

function median(rows, name) {
    const values = rows.map((row) => row[name] ?? NaN).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)];
}

function rounded(figures) {
    const round = ([name, value]) => [name, Number(value.toPrecision(3))];
    return Object.fromEntries(Object.entries(figures).map(round));
}

const browser = await Browser.start();
const mock = new MockServer(process.env.DDC_PAGE, { vehicles: 10 });
const address = await mock.listen();
try {
    const loads = [];
    for (let i = 0; i < LOADS; ++i) loads.push(await load(browser, address));
    const names = ["first_paint_ms", "first_picture_ms", "longest_task_ms"];
    const loading = Object.fromEntries(names.map((name) => [name, median(loads, name)]));
    const driving = await drive(browser, address);
    console.log(JSON.stringify({ loading: rounded(loading), driving: rounded(driving) }, null, 4));
} finally {
    await browser.stop();
    await mock.close();
}
