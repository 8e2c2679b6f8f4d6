#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Pictures of pages in Debian's Chromium, for pictures.sh.
//   browser.mjs page FILE.html PICTURE.png   the first screen of a page
//   browser.mjs web PROGRAMS_FOLDER IMAGES_FOLDER   the page of a run, and the studio
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { addressOf, startAnnounced } from "../../gateway/web/tests/announced.mjs";
import { Browser } from "../../gateway/web/tests/browser.mjs";

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const TELEPHONE = { viewport: { width: 390, height: 844 } };
const browser = await Browser.start();

async function pictureOfFile(file, picture) {
    const viewport = { width: 1000, height: 900 };
    const { page } = await browser.open(pathToFileURL(resolve(file)).href, { viewport });
    await page.screenshot({ path: picture });
}

/** A process of the project, whose pages are announced; `end` interrupts it. */
function started(bin, words, folder) {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { child, announcement } = startAnnounced(join(bin, "ddc-gateway"), words, { env, cwd: folder });
    const ended = new Promise((done) => child.on("exit", done));
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    return {
        address: announcement.then((found) => addressOf(found)),
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

async function picturesOfRun(bin, images) {
    const run = started(bin, ["run", join(PROJECT, "programs/demo/web.yaml")], PROJECT);
    const address = await run.address;
    const light = await browser.open(address);
    const dark = await browser.open(address, { colorScheme: "dark" });
    const telephone = await browser.open(address, TELEPHONE);
    await simulatedTime(light.page, 13.5);
    await light.page.screenshot({ path: join(images, "web-page.png") });
    await dark.page.keyboard.press("2");
    await simulatedTime(dark.page, 18);
    await dark.page.screenshot({ path: join(images, "web-page-timing.png") });
    await light.page.keyboard.down("ArrowUp");
    await light.page.keyboard.down("ArrowLeft");
    await simulatedTime(light.page, 19.5);
    await light.page.screenshot({ path: join(images, "web-page-driving.png") });
    await run.kill();
    await telephone.page.locator(".over", { hasText: /Connection lost for \d/ }).waitFor();
    await telephone.page.screenshot({ path: join(images, "web-page-lost.png") });
}

async function pictureOfStudio(bin, images) {
    const folder = mkdtempSync(join(tmpdir(), "ddc-pictures-"));
    const studio = started(bin, ["studio", join(PROJECT, "programs/demo")], folder);
    const { page } = await browser.open(`${await studio.address}#at=setup`);
    await page.locator('[data-key="duration_s"] input').fill("-4");
    await page.locator(".problems button", { hasText: "duration_s" }).waitFor();
    await page.screenshot({ path: join(images, "studio-setup.png") });
    await studio.end();
    rmSync(folder, { recursive: true });
}

const [what, first, second] = process.argv.slice(2);
try {
    if (what === "page") await pictureOfFile(first, second);
    else {
        await picturesOfRun(resolve(first), resolve(second));
        await pictureOfStudio(resolve(first), resolve(second));
    }
} finally {
    await browser.stop();
}
