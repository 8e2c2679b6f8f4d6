#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Pictures of pages in Debian's Chromium, for pictures.sh.
//   browser.mjs page FILE.html PICTURE.png [WIDTH HEIGHT]   the first screen of a page
//   browser.mjs run PROGRAMS_FOLDER IMAGES_FOLDER     the page of a run
//   browser.mjs drive PROGRAMS_FOLDER IMAGES_FOLDER TUTORIAL_FOLDER
//                                                     the same, driven as in docs/tutorials/manual-driving.md
//   browser.mjs studio PROGRAMS_FOLDER IMAGES_FOLDER  the studio
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { addressOf, startAnnounced } from "../../gateway/web/tests/announced.mjs";
import { Browser } from "../../gateway/web/tests/browser.mjs";

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const TELEPHONE = { viewport: { width: 390, height: 844 } };
const browser = await Browser.start();
const tokens = []; // of all started processes

/** Saves a picture of the page, which must not show a token. */
async function save(page, picture) {
    const shown = await page.evaluate(() => {
        const fields = [...document.querySelectorAll("input, textarea")];
        return [location.href, document.body.innerText, ...fields.map((field) => field.value)].join();
    });
    assert.ok(!tokens.some((token) => shown.includes(token)), `${picture} would show a token`);
    await page.screenshot({ path: picture });
}

async function pictureOfFile(file, picture, width = "1000", height = "900") {
    const viewport = { width: Number(width), height: Number(height) };
    const { page } = await browser.open(pathToFileURL(resolve(file)).href, { viewport });
    await save(page, picture);
}

/** A process of the project, whose pages are announced; `end` interrupts it. */
function started(bin, words, folder) {
    const programs = resolve(bin);
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    const { child, announcement } = startAnnounced(join(programs, "ddc-gateway"), words, { env, cwd: folder });
    const ended = new Promise((done) => child.on("exit", done));
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    process.on("exit", () => child.kill("SIGINT")); // after an error
    return {
        address: announcement.then((found) => {
            tokens.push(found.token);
            return addressOf(found);
        }),
        end: () => (child.kill("SIGINT"), ended),
        kill: () => (child.kill("SIGKILL"), ended),
    };
}

async function simulatedTime(page, seconds) {
    await page.waitForFunction(
        (least) => parseFloat(document.querySelector("#time").textContent) >= least,
        seconds,
        { timeout: 60_000 },
    );
}

/** Sends a request to the server of the page. @returns its reply */
function request(page, path, body) {
    const send = async ([to, text]) => {
        const reply = await fetch(to, text && { method: "POST", body: text });
        if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`);
        return reply.json();
    };
    return page.evaluate(send, [path, body && JSON.stringify(body)]);
}

async function picturesOfRun(bin, images) {
    const run = started(bin, ["run", join(PROJECT, "programs/demo/web.yaml")], PROJECT);
    const address = await run.address;
    const light = await browser.open(address);
    const dark = await browser.open(address, { colorScheme: "dark" });
    const telephone = await browser.open(address, TELEPHONE);
    await simulatedTime(light.page, 13.5);
    await save(light.page, join(images, "web-page.png"));
    await dark.page.keyboard.press("2");
    await simulatedTime(dark.page, 18);
    await save(dark.page, join(images, "web-page-timing.png"));
    await light.page.keyboard.down("ArrowUp");
    await light.page.keyboard.down("ArrowRight");
    await simulatedTime(light.page, 19.5);
    await save(light.page, join(images, "web-page-driving.png"));
    await run.kill();
    await telephone.page.locator(".over", { hasText: /Connection lost for \d/ }).waitFor();
    await save(telephone.page, join(images, "web-page-lost.png"));
}

/** Leaves the route to the right, brakes, and returns the car to its program. */
async function driveByHand(page) {
    await simulatedTime(page, 16);
    await page.keyboard.down("ArrowUp");
    await page.keyboard.down("ArrowRight");
    await simulatedTime(page, 17.5);
    await page.keyboard.up("ArrowRight");
    await simulatedTime(page, 19.5);
    await page.keyboard.up("ArrowUp");
    await simulatedTime(page, 21);
    await page.keyboard.press("Escape");
}

/** Requests PARK at speed. @returns when the car has entered fail-safe */
async function requestPark(page) {
    await page.keyboard.press("3");
    await request(page, "/api/io", { gear: "park" });
    await page.locator(".drawer-body", { hasText: "command_timeout" }).waitFor();
    await page.locator(".part", { hasText: "fail-safe" }).waitFor();
}

async function picturesOfDrive(bin, images, folder) {
    const run = started(bin, ["run", "drive.yaml", "--data-port", "0"], folder);
    const { page } = await browser.open(await run.address);
    await driveByHand(page);
    await simulatedTime(page, 36);
    await requestPark(page);
    await save(page, join(images, "web-page-safety.png"));
    await simulatedTime(page, 41);
    await request(page, "/api/control", { do: "release" });
    await simulatedTime(page, 56);
    await run.end();
}

async function pictureOfHome(page, images) {
    await page.locator(".card").first().waitFor();
    await save(page, join(images, "studio-home.png"));
}

async function pictureOfSetup(page, images) {
    await page.locator("nav a", { hasText: "Setup" }).click();
    await page.locator("#source").selectOption("run:programs/demo/web.yaml");
    await page.waitForFunction(() => document.querySelector("#yaml").value.includes("autopilot"));
    await page.locator('[data-key="duration_s"] input').fill("-4");
    await page.locator(".problems button", { hasText: "duration_s" }).waitFor();
    await save(page, join(images, "studio-setup.png"));
}

/** Starts a run of the demo without pace, and waits for its end. */
async function runInStudio(page, name) {
    const { path, yaml } = await request(page, `/api/studio/file?path=programs/demo/${name}.yaml`);
    await request(page, "/api/studio/runs", { kind: "run", name, path, yaml, pace: 0 });
    await page.locator(".run-row", { hasText: `${name} ` }).filter({ hasText: "done" }).waitFor();
}

async function pictureOfRuns(page, images) {
    await page.locator("nav a", { hasText: "Runs" }).click();
    await runInStudio(page, "autopilot");
    await runInStudio(page, "autopilot_basic");
    await page.locator(".run-row", { hasText: "autopilot_basic" }).click();
    await page.getByRole("button", { name: /^Overlay autopilot of/ }).click();
    await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
    await save(page, join(images, "studio-runs.png"));
}

async function pictureOfRecording(page, images, files) {
    await page.locator("nav a", { hasText: "Recordings" }).click();
    await page.locator('input[type="file"]').first().setInputFiles(files);
    await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
    await page.locator("canvas").first().waitFor();
    await save(page, join(images, "studio-recording.png"));
}

/** The studio runs in a copy of the configurations, since it writes its results to its folder. */
async function picturesOfStudio(bin, images) {
    const folder = mkdtempSync(join(tmpdir(), "ddc-pictures-"));
    cpSync(join(PROJECT, "programs"), join(folder, "programs"), { recursive: true });
    const studio = started(bin, ["studio"], folder);
    const { page } = await browser.open(await studio.address);
    await pictureOfHome(page, images);
    await pictureOfSetup(page, images);
    await pictureOfRuns(page, images);
    const traces = ["autopilot", "autopilot_basic"].map((name) => join(folder, `out/demo/${name}.csv`));
    await pictureOfRecording(page, images, traces);
    await studio.end();
    rmSync(folder, { recursive: true });
}

const makers = {
    page: pictureOfFile,
    run: picturesOfRun,
    drive: picturesOfDrive,
    studio: picturesOfStudio,
};
const [what, ...words] = process.argv.slice(2);
try {
    await makers[what](...words);
} finally {
    await browser.stop();
}
