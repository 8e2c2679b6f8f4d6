// SPDX-License-Identifier: MIT
// The page served by ddc-gateway, with a real run.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { addressOf, startAnnounced } from "./announced.mjs";
import { attribute, Browser, drawnColumns, keep, until } from "./browser.mjs";

const BIN = process.env.DDC_BIN ?? "";
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const PROGRAM_LIGHT = '[data-kind="program"] .light';
const browser = await Browser.start();
after(() => browser.stop());

/** A run of the gateway; the test starts its program. */
class Run {
    constructor(mode, options = [], port = "control: true", vehicle = "{}", more = "") {
        this.options = options;
        this.folder = mkdtempSync(join(tmpdir(), "ddc-web-run-"));
        this.name = `web.${process.pid}.${mode}`;
        this.env = { ...process.env, DDC_NAME: this.name };
        this.output = "";
        this.config = join(this.folder, "run.yaml");
        writeFileSync(
            this.config,
            `mode: ${mode}
duration_s: 1000
program: {name: autopilot, reference_id: "0x4000"}
route: {file: ${join(PROJECT, "programs/demo/route.csv")}}
vehicle: ${vehicle}
safety: {}
data_port: {${port}}
${more}
`,
        );
        this.startGateway();
        this.startProgram();
    }

    startGateway() {
        const words = ["run", this.config, ...this.options];
        const started = startAnnounced(join(BIN, "ddc-gateway"), words, { env: this.env });
        this.gateway = started.child;
        this.announcement = started.announcement;
        this.gateway.stderr.on("data", (text) => (this.output += text));
    }

    async killGateway() {
        const ended = new Promise((done) => this.gateway.on("exit", done));
        this.gateway.kill("SIGKILL");
        await ended;
    }

    startProgram() {
        const options = { env: this.env, stdio: "ignore" };
        this.program = spawn(join(BIN, "autopilot"), ["ddc", "4000"], options);
    }

    async address() {
        return addressOf(await this.announcement);
    }

    async end() {
        const ended = new Promise((done) => this.gateway.on("exit", done));
        this.gateway.kill("SIGINT");
        const timer = setTimeout(() => this.gateway.kill("SIGKILL"), 10_000);
        if (this.gateway.exitCode === null) await ended;
        clearTimeout(timer);
        this.program.kill("SIGKILL");
        rmSync(`/dev/shm/ddc.${this.name}`, { force: true });
        rmSync(this.folder, { recursive: true });
    }
}

/** A test with a run and its page. */
function runTest(name, mode, options, body) {
    const skip = existsSync(join(BIN, "autopilot")) ? false : "the programs are not built";
    test(name, { timeout: 240_000, skip }, async () => {
        const run = new Run(mode, options);
        try {
            const { page, problems, close } = await browser.open(await run.address());
            try {
                await body({ run, page });
                assert.deepEqual(problems, []);
            } catch (error) {
                await keep(page, "run-failed");
                throw error;
            } finally {
                await close();
            }
        } catch (error) {
            console.log(run.output);
            throw error;
        } finally {
            await run.end();
        }
    });
}

/** A port that is currently free. */
async function freePort(kind = "tcp") {
    const socket = kind === "udp" ? createSocket("udp4") : createServer();
    await new Promise((done) =>
        kind === "udp" ? socket.bind(0, "127.0.0.1", done) : socket.listen(0, "127.0.0.1", done),
    );
    const { port } = socket.address();
    await new Promise((done) => socket.close(done));
    return port;
}

/** Presses the button. @returns the text of the downloaded file */
async function downloaded(page, button) {
    const pressed = typeof button === "string" ? page.locator(button) : button;
    const [file] = await Promise.all([page.waitForEvent("download"), pressed.click()]);
    return readFileSync(await file.path(), "utf8");
}

async function shown(page, selector) {
    return Number.parseFloat((await page.locator(selector).textContent()).replace("\u2212", "-"));
}

/** Pauses the run. @returns its simulated time */
async function pause(page) {
    await page.keyboard.press("Space");
    await page.locator(".over", { hasText: "Paused" }).waitFor();
    return until(async () => {
        const before = await shown(page, "#time");
        await new Promise((done) => setTimeout(done, 200));
        return before === (await shown(page, "#time")) && before;
    }, "a constant time");
}

runTest(
    "a measured run is paused, stepped and resumed",
    "measured",
    ["--pace", "1"],
    async ({ page }) => {
        await until(async () => (await shown(page, "#time")) > 1, "a running run");
        const paused = await pause(page);
        await page.keyboard.press(".");
        const stepped = await until(async () => {
            const now = await shown(page, "#time");
            return now > paused && now;
        }, "a step");
        assert.ok(stepped < paused + 0.5, `${paused} to ${stepped}`);
        await page.keyboard.press("Space");
        await until(async () => (await shown(page, "#time")) > stepped + 0.5, "time advances");
    },
);

runTest("a realtime run is shown, paused and driven", "realtime", [], async ({ page }) => {
    await attribute(page, PROGRAM_LIGHT, "data-light", "green");
    await until(async () => (await shown(page, "#speed")) > 8, "a car that drives");
    assert.doesNotMatch(page.url(), /token/);
    const picture = await browser.picture(page);
    assert.ok((await browser.coloursIn(picture)) > 20);
    const moved = async () =>
        (await browser.differenceOf(picture, await browser.picture(page))) > 0.02;
    await until(moved, "another picture");
    await keep(page, "run");

    const paused = await pause(page);
    assert.ok(await page.locator("#step").isDisabled());
    await page.keyboard.press("Space");
    await until(async () => (await shown(page, "#time")) > paused + 0.5, "time advances");

    await page.keyboard.down("ArrowUp");
    await page.keyboard.down("ArrowLeft");
    await page.locator(".part", { hasText: "manual control" }).waitFor();
    await until(async () => (await shown(page, "#steer")) > 3, "a steering angle");
    await keep(page, "run-driving");
    await page.keyboard.up("ArrowUp");
    await page.keyboard.up("ArrowLeft");
    await until(async () => (await shown(page, "#speed")) < 0.5, "a car that was braked");
    await page.keyboard.press("Escape");
    await attribute(page, PROGRAM_LIGHT, "data-light", "green");
});

runTest(
    "the light of a killed program is red, that of a restarted one green",
    "realtime",
    [],
    async ({ run, page }) => {
        await attribute(page, PROGRAM_LIGHT, "data-light", "green");
        run.program.kill("SIGKILL");
        await attribute(page, PROGRAM_LIGHT, "data-light", "red");
        await keep(page, "run-lost-program");
        run.startProgram();
        await attribute(page, PROGRAM_LIGHT, "data-light", "green");
        const wanted = {
            1: "set_steering",
            2: "Latency",
            3: "command_timeout",
            4: "the program is back",
            5: "No VDS1 packets",
        };
        for (const [key, text] of Object.entries(wanted)) {
            await page.keyboard.press(key);
            await page.locator(".drawer-body", { hasText: text }).waitFor();
            await keep(page, `run-drawer-${key}`);
        }
        const rows = (await downloaded(page, "#download")).trim().split("\n");
        const names = rows[0].split(",");
        const speeds = rows.slice(1).map((row) => Number(row.split(",")[names.indexOf("vx")]));
        assert.ok(names.includes("set_steering") && speeds.some((speed) => speed > 0));
        await page.keyboard.press("2");
        const save = page.getByRole("button", { name: "Summary so far" });
        await save.waitFor();
        await page.locator(".drawer-body figure").first().waitFor();
        const { vehicles } = JSON.parse(await downloaded(page, save));
        assert.ok(vehicles[0].name === "autopilot" && vehicles[0].turns > 0);
    },
);

test("a gateway that ends is shown as lost; the page connects to its successor", async () => {
    const port = await freePort();
    const run = new Run("realtime", [], `control: true, token: none, port: ${port}`);
    const { page, problems, close } = await browser.open(await run.address());
    try {
        await attribute(page, PROGRAM_LIGHT, "data-light", "green");
        await page.keyboard.press("1");
        await page.locator(".drawer-body", { hasText: "set_steering" }).waitFor();
        await page.keyboard.down("ArrowUp");
        await page.locator(".part", { hasText: "manual control" }).waitFor();
        await run.killGateway();
        await page.locator(".over", { hasText: "Connection lost" }).waitFor();
        await attribute(page, "#drive", "aria-pressed", "false");
        await attribute(page, PROGRAM_LIGHT, "data-light", "grey");
        await page.keyboard.up("ArrowUp");
        await keep(page, "run-lost");
        run.program.kill("SIGKILL");
        run.startGateway();
        run.startProgram();
        await attribute(page, ".link .light", "data-light", "green");
        await attribute(page, PROGRAM_LIGHT, "data-light", "green");
        await attribute(page, ".scene", "data-stale", "false");
        await page.locator(".drawer-body", { hasText: "set_steering" }).waitFor();
        await keep(page, "run-found-again");
        // The browser logs connections that are refused or broken.
        const others = problems.filter((text) => !/Failed to load resource: net::ERR_/.test(text));
        assert.deepEqual(others, []);
    } catch (error) {
        console.log(run.output);
        throw error;
    } finally {
        await close();
        await run.end();
    }
});

test("a fault that `ctl fault` switches is a band in the charts", async () => {
    const fault = "{name: speed_sensor, kind: bias, bias: 1, target: inputs.true_velocity}";
    const run = new Run("realtime", [], "control: true", "{}", `faults: [${fault}]`);
    const switchFault = (state) => {
        const words = ["ctl", "fault", "speed_sensor", state, "--ddc", run.name];
        const done = spawnSync(join(BIN, "ddc-gateway"), words, { env: run.env, encoding: "utf8" });
        assert.equal(done.status, 0, done.stderr);
    };
    try {
        const { page, problems, close } = await browser.open(await run.address());
        await attribute(page, PROGRAM_LIGHT, "data-light", "green");
        assert.deepEqual(await drawnColumns(page, "band"), []);
        switchFault("on");
        await page.locator(".legend-faults", { hasText: "speed_sensor" }).first().waitFor();
        const widths = async () => (await drawnColumns(page, "band")).length;
        await until(async () => (await widths()) > 5, "a band");
        const width = await widths();
        await until(async () => (await widths()) > width + 5, "a band that becomes wider");
        switchFault("off");
        await until(async () => {
            const before = await widths();
            await new Promise((done) => setTimeout(done, 300));
            return before === (await widths());
        }, "a band that has ended");
        await keep(page, "run-fault-band");
        assert.deepEqual(problems, []);
        await close();
    } catch (error) {
        console.log(run.output);
        throw error;
    } finally {
        await run.end();
    }
});

test("the last packets of a remote vehicle (VDS1) are shown", async () => {
    const cmdPort = await freePort("udp");
    const statePort = await freePort("udp");
    const run = new Run(
        "realtime",
        [],
        "control: true",
        `{vds1: {cmd_port: ${cmdPort}, state_port: ${statePort}}}`,
    );
    const vehicleConfig = join(run.folder, "vehicle.yaml");
    writeFileSync(
        vehicleConfig,
        `vehicles: [{cmd_port: ${cmdPort}, state: [{port: ${statePort}, version: 5}]}]\n`,
    );
    const vehicle = spawn(join(BIN, "vdsim_realtime"), ["--config", vehicleConfig], {
        stdio: "ignore",
    });
    try {
        const { page, problems, close } = await browser.open(await run.address());
        await until(async () => (await shown(page, "#speed")) > 1, "a car that drives");
        await page.keyboard.press("5");
        for (const title of ["Last CMD", "Last STATE"])
            await page.locator(".drawer-body section", { hasText: title }).waitFor();
        const throttle = page.locator(".drawer-body tr", { hasText: /^throttle\d/ });
        await until(
            async () => Number.parseFloat(await throttle.locator("td").textContent()) > 0,
            "a throttle in the CMD",
        );
        await keep(page, "run-packets");
        assert.deepEqual(problems, []);
        await close();
    } catch (error) {
        console.log(run.output);
        throw error;
    } finally {
        vehicle.kill("SIGKILL");
        await run.end();
    }
});
