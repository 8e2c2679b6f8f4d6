// SPDX-License-Identifier: MIT
// The page as ddc-gateway serves it, with a real run behind it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { attribute, Browser, coloursIn, differencesOf, keep, until } from "./browser.mjs";

const BIN = process.env.DDC_BIN;
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const browser = await Browser.start();
test.after(() => browser.stop());

/** A realtime run without an end, whose program is started by the test itself. */
class Run {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), "ddc-web-run-"));
        this.env = { ...process.env, DDC_NAME: `web.${process.pid}` };
        this.said = "";
        const config = join(this.folder, "run.yaml");
        writeFileSync(
            config,
            `mode: realtime
program: {name: autopilot, reference_id: "0x4000"}
route: {file: ${join(PROJECT, "programs/demo/route.csv")}}
safety: {}
data_port: {control: true}
`,
        );
        this.gateway = spawn(join(BIN, "ddc-gateway"), ["run", config], { env: this.env });
        this.gateway.stderr.on("data", (text) => (this.said += text));
        this.startProgram();
    }

    startProgram() {
        const options = { env: this.env, stdio: "ignore" };
        this.program = spawn(join(BIN, "autopilot"), ["ddc", "4000"], options);
    }

    address() {
        return until(
            () => /data port at (\S+)/.exec(this.said)?.[1],
            `an address in: ${this.said}`,
        );
    }

    async end() {
        this.gateway.kill("SIGINT");
        await until(() => this.gateway.exitCode !== null, "the run's end").catch(() => undefined);
        this.gateway.kill("SIGKILL");
        this.program.kill("SIGKILL");
        spawn(join(BIN, "ddc"), ["remove", "--force", this.env.DDC_NAME], { env: this.env });
        rmSync(this.folder, { recursive: true });
    }
}

test(
    "a real run is seen, paused, stepped, driven; its program is lost and comes back",
    {
        timeout: 240_000,
        skip: existsSync(join(BIN ?? "", "autopilot")) ? false : "the programs are not built",
    },
    async () => {
        const run = new Run();
        const { page, problems, close } = await browser.open(await run.address());
        try {
            const program = '[data-kind="program"] .light';
            const speed = async () => Number.parseFloat(await page.locator("#speed").textContent());
            const time = async () => Number.parseFloat(await page.locator("#time").textContent());
            await attribute(page, program, "data-light", "green");
            await until(async () => (await speed()) > 8, "a car that drives");
            assert.doesNotMatch(page.url(), /token/);
            const picture = await browser.picture(page);
            assert.ok(coloursIn(picture) > 20);
            await until(
                async () => differencesOf(picture, await browser.picture(page)) > 0.02,
                "another picture",
            );
            await keep(page, "run");

            await page.keyboard.press("Space");
            await page.locator(".over", { hasText: "Paused" }).waitFor();
            const paused = await until(async () => {
                const before = await time();
                await new Promise((done) => setTimeout(done, 200));
                return before === (await time()) && before;
            }, "a time that stands");
            await page.keyboard.press(".");
            await until(async () => (await time()) > paused, "a step");
            await page.keyboard.press("Space");
            await until(async () => (await time()) > paused + 0.5, "time goes on");

            await page.keyboard.down("ArrowUp");
            await page.keyboard.down("ArrowLeft");
            await page.locator(".part", { hasText: "a person drives" }).waitFor();
            await until(
                async () => Number.parseFloat(await page.locator("#steer").textContent()) > 3,
                "a wheel that is turned",
            );
            await keep(page, "run-driving");
            await page.keyboard.up("ArrowUp");
            await page.keyboard.up("ArrowLeft");
            await until(async () => (await speed()) < 0.5, "a car that was braked");
            await page.keyboard.press("Escape");
            await attribute(page, program, "data-light", "green");

            run.program.kill("SIGKILL");
            await attribute(page, program, "data-light", "red");
            await keep(page, "run-lost-program");
            run.startProgram();
            await attribute(page, program, "data-light", "green");

            for (const [key, text] of [
                ["1", "set_steering"],
                ["2", "Latency"],
                ["3", "Filters"],
                ["4", "took"],
            ]) {
                await page.keyboard.press(key);
                await page.locator(".drawer-body", { hasText: text }).waitFor();
                await keep(page, `run-drawer-${key}`);
            }
            assert.deepEqual(problems, []);
        } finally {
            await close();
            await run.end();
        }
    },
);
