// SPDX-License-Identifier: MIT
// The page of ddc-gateway studio, which starts real runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { attribute, Browser, keep, until } from "./browser.mjs";

const BIN = process.env.DDC_BIN ?? "";
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const browser = await Browser.start();
after(() => browser.stop());

/** Of these the studio makes its examples. */
const EXAMPLES = ["programs/demo/web.yaml", "programs/demo/route.csv"];
const CAR = `# yaml-language-server: $schema=vdsim_realtime.schema.json
vehicles:
  - cmd_port: 0
    state: [{port: 40417}]
`;

class Studio {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), "ddc-web-studio-"));
        for (const file of EXAMPLES) {
            mkdirSync(join(this.folder, dirname(file)), { recursive: true });
            copyFileSync(join(PROJECT, file), join(this.folder, file));
        }
        writeFileSync(join(this.folder, "car.yaml"), CAR);
        this.said = "";
        this.process = spawn(join(BIN, "ddc-gateway"), ["studio", this.folder]);
        for (const stream of [this.process.stdout, this.process.stderr])
            stream.on("data", (text) => (this.said += text));
    }

    address() {
        return until(() => /studio at (\S+)\n/.exec(this.said)?.[1], "an address");
    }

    async end() {
        const ended = new Promise((done) => this.process.on("exit", done));
        this.process.kill("SIGINT");
        const timer = setTimeout(() => this.process.kill("SIGKILL"), 15_000);
        if (this.process.exitCode === null) await ended;
        clearTimeout(timer);
        rmSync(this.folder, { recursive: true });
    }
}

function studioTest(name, needed, body) {
    const skip = existsSync(join(BIN, needed)) ? false : "the programs are not built";
    test(name, { timeout: 240_000, skip }, async () => {
        const studio = new Studio();
        try {
            const { page, problems, close } = await browser.open(await studio.address());
            try {
                await page.locator(".card").first().waitFor();
                await body({ studio, page });
                assert.deepEqual(problems, []);
            } finally {
                await close();
            }
        } catch (error) {
            console.log(studio.said);
            throw error;
        } finally {
            await studio.end();
        }
    });
}

const field = (page, key) => page.locator(`[data-key="${key}"]`);
const control = (page, key) => field(page, key).locator("input, select").first();

async function speedOf(page) {
    return Number.parseFloat(await page.locator("#speed").textContent());
}

studioTest(
    "the studio starts vdsim_realtime and drives it over CMD",
    "vdsim_realtime",
    async ({ page }) => {
        assert.doesNotMatch(page.url(), /token/);
        await page.keyboard.press("2");
        await page.locator("#source").selectOption("vdsim_realtime:car.yaml");
        await control(page, "rate_hz").waitFor();
        await page.locator("#start").click();
        await page.locator("#link-words", { hasText: "connected" }).waitFor();
        await page.locator(".over", { hasText: "Waiting" }).waitFor({ state: "hidden" });
        await page.keyboard.down("ArrowUp");
        await until(async () => (await speedOf(page)) > 2, "a car that drives");
        await keep(page, "studio-run-driving");
        await page.keyboard.up("ArrowUp");
        await until(async () => (await speedOf(page)) < 0.5, "a car that was braked");
        await page.keyboard.press("Escape");
        await page.locator("#to-studio").click();
        await page.locator("#yaml").waitFor();
        await page.keyboard.press("3");
        await page.locator(".run-row").first().click();
        await page.locator("#stop-run").click();
        await page.locator(".run-title", { hasText: "done" }).waitFor();
        await page.locator(".summary tbody tr").first().waitFor();
        await keep(page, "studio-run-ended");
    },
);

studioTest(
    "a wrong value is refused beside its field; a right one drives the demo's route",
    "autopilot",
    async ({ page }) => {
        await page.keyboard.press("2");
        await page.locator("#source").selectOption("run:programs/demo/web.yaml");
        await until(
            async () => (await control(page, "mode").inputValue()) !== "",
            "the example's mode",
        );
        await control(page, "duration_s").fill("-4");
        await field(page, "duration_s").locator(".problem", { hasText: "must be" }).waitFor();
        await attribute(page, '[data-key="duration_s"] input', "aria-invalid", "true");
        await keep(page, "studio-run-refused");
        await control(page, "duration_s").fill("4");
        await page.locator(".verdict", { hasText: "No problems" }).waitFor();
        await page.locator("#start").click();
        await attribute(page, '[data-kind="program"] .light', "data-light", "green");
        await keep(page, "studio-run-demo");
        await page.locator(".run-title", { hasText: "done" }).waitFor();
        await page.locator(".summary", { hasText: "vehicle.x_m" }).waitFor();
        await page.locator(".legend", { hasText: "vx_mps" }).waitFor();
        await keep(page, "studio-run-summary");
    },
);
