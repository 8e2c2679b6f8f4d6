// SPDX-License-Identifier: MIT
// The page of ddc-gateway studio, which starts real runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { addressOf, startAnnounced } from "./announced.mjs";
import { attribute, Browser, drawnColumns, keep, until } from "./browser.mjs";

const BIN = process.env.DDC_BIN ?? "";
const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const browser = await Browser.start();
after(() => browser.stop());

/** Files that the examples of the studio need. */
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
        this.output = "";
        const started = startAnnounced(join(BIN, "ddc-gateway"), ["studio", this.folder]);
        this.process = started.child;
        this.announcement = started.announcement;
        for (const stream of [this.process.stdout, this.process.stderr])
            stream.on("data", (text) => (this.output += text));
    }

    async address() {
        return addressOf(await this.announcement);
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
            } catch (error) {
                await keep(page, "studio-run-failed");
                console.log(await page.locator("body").innerText());
                throw error;
            } finally {
                await close();
            }
        } catch (error) {
            console.log(studio.output);
            throw error;
        } finally {
            await studio.end();
        }
    });
}

const field = (page, key) => page.locator(`[data-key="${key}"]`);
const control = (page, key) => field(page, key).locator("input, select").first();

async function openDemo(page) {
    await page.keyboard.press("2");
    await page.locator("#source").selectOption("run:programs/demo/web.yaml");
    await until(
        async () => (await control(page, "mode").inputValue()) !== "",
        "the example's mode",
    );
}

/** Starts the demo in measured mode, which does not depend on the load of the machine. */
async function startDemo(page, duration_s) {
    await control(page, "mode").selectOption({ label: "measured" });
    await control(page, "duration_s").fill(duration_s);
    await page.locator(".verdict", { hasText: "No problems" }).waitFor();
    await page.locator("#start").click();
}

/** Stops the run of the current page and waits for its verdict under Runs. */
async function endRun(page, verdict) {
    await page.locator("#to-studio").click();
    await page.locator("#yaml").waitFor();
    await page.keyboard.press("3");
    await page.locator(".run-row").first().click();
    await page.locator("#stop-run").click();
    await page.locator(".run-title", { hasText: verdict }).waitFor();
}

/** A UDP port that is currently free. */
async function freePort() {
    const socket = createSocket("udp4");
    await new Promise((done) => socket.bind(0, "127.0.0.1", done));
    const { port } = socket.address();
    await new Promise((done) => socket.close(done));
    return port;
}

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
        await endRun(page, "stopped");
        await page.locator(".summary tbody tr").first().waitFor();
        await keep(page, "studio-run-ended");
    },
);

studioTest(
    "an invalid value is shown beside its field; with a valid one the run starts",
    "autopilot",
    async ({ page }) => {
        await openDemo(page);
        await control(page, "duration_s").fill("-4");
        await field(page, "duration_s").locator(".problem", { hasText: "must be" }).waitFor();
        await attribute(page, '[data-key="duration_s"] input', "aria-invalid", "true");
        await keep(page, "studio-run-refused");
        await startDemo(page, "1000");
        await attribute(page, '[data-kind="program"] .light', "data-light", "green");
        await until(async () => (await speedOf(page)) > 2, "a car that drives");
        await keep(page, "studio-run-demo");
        await endRun(page, "stopped");
        await page.locator(".summary", { hasText: "vehicle.x_m" }).waitFor();
        await page.locator(".legend", { hasText: "vx_mps" }).waitFor();
        await keep(page, "studio-run-summary");

        // A second run is compared with the first one.
        await page.keyboard.press("2");
        await control(page, "duration_s").waitFor();
        await startDemo(page, "1");
        await page.locator(".run-title", { hasText: "done" }).waitFor();
        await page.getByRole("button", { name: /^Overlay web/ }).click();
        await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
        await page.locator(".summary .differs", { hasText: "sim_time_s" }).waitFor();
        await keep(page, "studio-run-overlay");
    },
);

/** A measured run that is recorded, with a trace. */
const RECORDED = `# yaml-language-server: $schema=run.schema.json
duration_s: 12
program: {exec: [autopilot, ddc, "4000"]}
route: {file: programs/demo/route.csv}
trace: drive.csv
record: drive.mcap
faults:
  - {name: gas, kind: bias, bias: 0, target: outputs.set_gas, from: {time_s: 4}, until: {time_s: 8}}
`;

studioTest(
    "the recording of a run is opened, compared with its trace, and played",
    "autopilot",
    async ({ studio, page }) => {
        const file = (name) => join(studio.folder, name);
        const choose = (...names) =>
            page.locator("#recording").setInputFiles(names.map((name) => file(name)));
        writeFileSync(file("recorded.yaml"), RECORDED);
        await page.reload();
        await page.locator(".card").first().waitFor();
        await page.keyboard.press("2");
        await page.locator("#source").selectOption("run:recorded.yaml");
        await page.locator(".verdict", { hasText: "No problems" }).waitFor();
        await page.locator("#start").click();
        await page.locator(".run-title", { hasText: "done" }).waitFor();

        await page.keyboard.press("4");
        await choose("drive.mcap", "drive.csv");
        await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
        await page.locator(".trace-charts", { hasText: "drive.mcap; dashed: drive.csv" }).waitFor();
        await page.locator(".legend-faults", { hasText: "gas (other)" }).first().waitFor();
        const band = await drawnColumns(page, "band");
        assert.ok(Math.abs(band[0] - 4 / 12) < 0.01 && Math.abs(band.at(-1) - 8 / 12) < 0.01);
        await page.locator(".world").waitFor();
        await until(
            async () => (await browser.coloursIn(await browser.picture(page))) > 20,
            "a picture of the vehicle",
        );
        assert.ok((await speedOf(page)) < 1, "the vehicle stands at the beginning");
        await page.locator("#play-speed").selectOption("10");
        await page.locator("#play").click();
        await until(async () => (await speedOf(page)) > 5, "a car that drives");
        await page.locator("#play", { hasText: "Play" }).waitFor();
        await page.locator(".play-words", { hasText: "11.99" }).waitFor();
        await keep(page, "studio-run-recording");

        // The cursor of the charts shows the vehicle at its time.
        const plot = await page.locator(".u-over").first().boundingBox();
        await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
        await page.locator(".play-words", { hasText: "6.0" }).waitFor();

        // Columns that are in no trace.
        await page.getByPlaceholder("Search signals").fill("wheel_load");
        await page.locator('[role="option"]', { hasText: "wheel_load_n[0]" }).first().click();
        await page.locator(".legend", { hasText: "vehicle.state.wheel_load_n[0]" }).waitFor();

        const whole = readFileSync(file("drive.mcap"));
        writeFileSync(file("killed.mcap.part"), whole.subarray(0, whole.length / 2));
        await choose("killed.mcap.part");
        await page
            .locator(".notice", { hasText: "`ddc-gateway mcap repair killed.mcap`" })
            .waitFor();
        spawnSync(join(BIN, "ddc-gateway"), ["mcap", "repair", file("killed.mcap")]);
        await choose("killed.mcap");
        await page.locator(".trace-charts", { hasText: "killed.mcap" }).waitFor();
        assert.ok(await page.locator(".notice").isHidden());
        await choose("recorded.yaml");
        await page.locator(".notice", { hasText: /no MCAP file.* trace \(CSV\)/ }).waitFor();
    },
);

studioTest(
    "a new tyre file is created, saved, named by the run and used",
    "autopilot",
    async ({ studio, page }) => {
        await openDemo(page);
        await page.locator('[data-key="vehicle"] > summary').click();
        await page.getByRole("button", { name: "New: Tyre" }).click();
        await until(
            async () => (await page.locator("#path").inputValue()).endsWith("my_tyre.yaml"),
            "a new file",
        );
        await control(page, "lateral.d").fill("0.7");
        await until(
            async () => (await page.locator("#yaml").inputValue()).includes("d: 0.7"),
            "a text with the value",
        );
        await page.locator("#save").click();
        await page.locator(".verdict", { hasText: "Saved as" }).waitFor();
        const file = join(studio.folder, await page.locator("#path").inputValue());
        const tyre = readFileSync(file, "utf8");
        assert.match(tyre, /d: 0\.7/);
        await keep(page, "studio-run-tyre");
        await page.getByRole("button", { name: /^Back to/ }).click();
        await until(
            async () => (await page.locator("#yaml").inputValue()).includes("tyre: my_tyre.yaml"),
            "the tyre's name",
        );
        // A missing key of the file is reported at the field that names it.
        writeFileSync(file, "lateral: {d: nothing}\n");
        await control(page, "duration_s").fill("2");
        await page.locator(".problems button", { hasText: "my_tyre.yaml" }).first().waitFor();
        await field(page, "vehicle.tyre").locator(".problem", { hasText: "missing" }).waitFor();
        await keep(page, "studio-run-wrong-tyre");
        writeFileSync(file, tyre);
        await startDemo(page, "1");
        await page.locator(".run-title", { hasText: "done" }).waitFor();
    },
);

studioTest(
    "a running vehicle is attached to, driven, and keeps running afterwards",
    "vdsim_realtime",
    async ({ studio, page }) => {
        const statePort = await freePort();
        writeFileSync(
            join(studio.folder, "vehicle.yaml"),
            `vehicles: [{cmd_port: 0, state: [{port: ${statePort}}]}]\n`,
        );
        const { child: vehicle, announcement } = startAnnounced(join(BIN, "vdsim_realtime"), [
            "--config",
            join(studio.folder, "vehicle.yaml"),
        ]);
        for (const stream of [vehicle.stdout, vehicle.stderr]) stream.resume();
        const ended = new Promise((done) => vehicle.on("exit", done));
        try {
            const [cmdAddress] = (await announcement).addresses.vds1;
            await page.locator("#cmd-port").fill(cmdAddress.split(":")[1]);
            await page.locator("#state-port").fill(String(statePort));
            await page.getByRole("button", { name: "Connect" }).click();
            await attribute(page, ".link .light", "data-light", "green");
            assert.ok(await page.locator("#pause").isHidden(), "a remote vehicle cannot be paused");
            await page.locator(".over").waitFor({ state: "hidden" });
            await page.keyboard.down("ArrowUp");
            await until(async () => (await speedOf(page)) > 2, "a car that drives");
            // STATE of version 3 has no throttle.
            await attribute(page, '.bar[aria-label="Throttle"]', "data-value", "–");
            await keep(page, "studio-run-attached");
            await page.keyboard.up("ArrowUp");
            await until(async () => (await speedOf(page)) < 0.5, "a car that was braked");
            await page.keyboard.press("Escape");
            await endRun(page, "detached");
            assert.equal(vehicle.exitCode, null);
        } finally {
            vehicle.kill("SIGINT");
            await ended;
        }
    },
);
