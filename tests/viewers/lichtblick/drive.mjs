// SPDX-License-Identifier: MIT
// Opens a live run and a recording in Lichtblick, checks what it shows, and takes pictures.
// Usage: node drive.mjs APP BINARIES PICTURES
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { addressOf, startAnnounced } from "../../../gateway/web/tests/announced.mjs";
import { Browser, keep, until } from "../../../gateway/web/tests/browser.mjs";
import { serveFiles } from "./files.mjs";
import { alerts, brokenPanels, hideSidebars, playUntil, titleOf, topicsWith } from "./page.mjs";

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const RUN = join(PROJECT, "programs/demo/web.yaml");
const LAYOUT = join(PROJECT, "docs/foxglove_layout.json");
const [app, bin, pictures] = process.argv.slice(2).map((path) => resolve(path));
const recording = join(pictures, "recording.mcap");

const TOKEN = "0123456789abcdef"; // visible in the picture
const SHOWN_S = 32;
const RECORDED = [
    "/command/after_filters",
    "/command/before_filters",
    "/program/inputs",
    "/program/outputs",
    "/safety",
    "/tf",
    "/timing",
    "/vehicle/odometry",
    "/vehicle/state",
];
const LIVE = [...RECORDED, "/rosout", "/route", "/scene", "/vehicle/fix"];

let failures = 0;
function check(what, failure) {
    console.log(failure ? `FAILED  ${what}: ${failure}` : `ok      ${what}`);
    if (failure) ++failures;
}

const set = (values) =>
    Object.entries(values).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
const PLACE = { "origin.latitude_deg": 48.782, "origin.longitude_deg": 9.182 };
const table = `viewers.${process.pid}`;
const environment = { ...process.env, DDC_NAME: table };

function record() {
    const words = set({ ...PLACE, mode: "measured", record: recording });
    const options = ["run", RUN, "--quiet", "--duration", "60", "--data-port", "0", ...words];
    execFileSync(join(bin, "ddc-gateway"), options, { env: environment, stdio: "inherit" });
}

/** In measured mode at the pace of the clock: a busy machine does not disturb its curves. */
function startLive(origin) {
    const access = { "data_port.token": TOKEN, "data_port.origins": JSON.stringify([origin]) };
    const words = set({ ...PLACE, ...access, mode: "measured" });
    const options = ["run", RUN, "--pace", "1", "--quiet", "--data-port", "0", ...words];
    return startAnnounced(join(bin, "ddc-gateway"), options, { env: environment });
}

/** Checks the panels of the layout, by their keys in it, and the titles that it gives them. */
async function checkPanels(what, page) {
    for (const [key, config] of Object.entries(JSON.parse(readFileSync(LAYOUT)).configById)) {
        const title = await titleOf(page, key);
        check(`${what}: panel ${key}`, title === null ? "is missing" : "");
        const wanted = config.lichtblickPanelTitle ?? config.foxglovePanelTitle ?? config.title;
        const hasFilters = key.startsWith("DiagnosticSummary!"); // in place of a title
        if (title === null || wanted === undefined || hasFilters) continue;
        check(`${what}: title '${wanted}'`, title.includes(wanted) ? "" : `is '${title}'`);
    }
    const broken = await brokenPanels(page);
    check(`${what}: panels work`, broken ? `${broken} show an error` : "");
}

async function checkAlerts(what, page) {
    const all = await alerts(page);
    for (const alert of all) console.log(`        ${what}: alert ${alert}`);
    const errors = all.filter((alert) => alert.startsWith("[error]"));
    check(`${what}: no alert of an error`, errors.join("; "));
}

async function checkTopics(what, page, wanted) {
    const listed = await topicsWith(page, wanted);
    console.log(`        ${what}: topics ${listed.join(" ")}`);
    const missing = wanted.filter((name) => !listed.includes(name));
    check(`${what}: topics`, missing.length ? `missing: ${missing.join(" ")}` : "");
}

/** Opens a source of data. @param watch what is done in the page before the picture */
async function look(browser, what, origin, source, wanted, watch) {
    const address = new URL(origin);
    const words = { ...source, layoutUrl: `${origin}/layout.json` };
    for (const [key, value] of Object.entries(words)) address.searchParams.set(key, value);
    const permissions = ["clipboard-read", "clipboard-write"];
    const viewport = { width: 1280, height: 800 };
    const { page, close } = await browser.open(address.href, { permissions, viewport });
    await checkTopics(what, page, wanted);
    await checkPanels(what, page);
    await hideSidebars(page);
    await watch(page);
    await keep(page, `lichtblick-${what}`);
    await checkAlerts(what, page);
    await keep(page, `lichtblick-${what}-alerts`);
    await close();
}

async function lookAtRecording(browser, origin) {
    const source = { ds: "remote-file", "ds.url": `${origin}/recording.mcap` };
    const later = { ...source, time: "1970-01-01T00:00:30Z" };
    await look(browser, "recording", origin, later, RECORDED, async (page) => {
        const failure = await playUntil(page, 33).catch((error) => error.message);
        check("recording: plays", failure ?? "");
    });
}

async function simulatedTime(announced) {
    const answer = await fetch(addressOf(announced, "http", "/api/state"));
    return (await answer.json()).t;
}

async function lookAtLive(browser, origin) {
    const { child, announcement } = startLive(origin);
    child.stderr.pipe(process.stderr);
    try {
        const announced = await announcement;
        const address = addressOf(announced, "ws", "/foxglove");
        const source = { ds: "foxglove-websocket", "ds.url": address };
        const isShown = async () => (await simulatedTime(announced)) > SHOWN_S;
        await look(browser, "live", origin, source, LIVE, () => until(isShown, "simulated time"));
    } finally {
        child.kill("SIGINT");
        await once(child, "exit");
    }
}

mkdirSync(pictures, { recursive: true });
record();
const files = { "/layout.json": LAYOUT, "/recording.mcap": recording };
const { server, origin } = await serveFiles(app, files);
const browser = await Browser.start();
try {
    await lookAtLive(browser, origin);
    await lookAtRecording(browser, origin);
} finally {
    await browser.stop();
    server.close();
    rmSync(`/dev/shm/ddc.${table}`, { force: true });
}
console.log(failures ? `${failures} failed` : "all passed");
process.exitCode = failures ? 1 : 0;
