// SPDX-License-Identifier: MIT
// The studio's page in a real browser, served by mock_studio.mjs.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { attribute, Browser, keep, unusable, until } from "./browser.mjs";
import { MockStudio } from "./mock_studio.mjs";

const PAGE = process.env.DDC_PAGE;
const browser = await Browser.start();
after(() => browser.stop());

function studioTest(name, { hash = "", page: options = {}, begin = () => undefined }, body) {
    test(name, { timeout: 120_000 }, async () => {
        const mock = new MockStudio(PAGE);
        begin(mock);
        const opened = await browser.open((await mock.listen()) + hash, options);
        try {
            await body({ mock, ...opened });
            assert.deepEqual(opened.problems, []);
        } finally {
            await opened.close();
            await mock.close();
        }
    });
}

const field = (page, key) => page.locator(`[data-key="${key}"]`);
const control = (page, key) => field(page, key).locator("input, select").first();
const requestsTo = (mock, path) =>
    mock.requests.filter((row) => row.path === `/api/studio/${path}`);
const yamlIn = async (page) => JSON.parse(await page.locator("#yaml").inputValue());

studioTest("the home page starts the demo with one press", {}, async ({ mock, page }) => {
    await page.locator(".card").nth(3).waitFor();
    await keep(page, "studio-begin");
    await page.getByRole("button", { name: "Drive the demo route" }).click();
    await page.locator("#link-words", { hasText: "connected" }).waitFor();
    assert.equal(requestsTo(mock, "runs")[0].body.path, "demo/autopilot.yaml");
    for (const label of await page.locator(".reading .label").all())
        assert.ok(await label.isVisible(), await label.textContent());
    const time = await page.locator("#time").textContent();
    await until(async () => (await page.locator("#time").textContent()) !== time, "time advances");
    await page.locator("#to-studio").click();
    await page.locator("#yaml").waitFor();
});

studioTest("the page attaches to a running vehicle", {}, async ({ mock, page }) => {
    await page.locator("#cmd-port").fill("7011");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.locator("#link-words", { hasText: "connected" }).waitFor();
    assert.ok(await page.locator("#pause").isHidden(), "a remote vehicle cannot be paused");
    assert.deepEqual(requestsTo(mock, "attach")[0].body, {
        host: "127.0.0.1",
        cmd_port: 7011,
        state_port: 7002,
    });
});

studioTest(
    "the reason of a failed attach is shown beside the button, without technical codes",
    { begin: (mock) => (mock.isUnreachable = true) },
    async ({ page, problems }) => {
        await page.getByRole("button", { name: "Connect" }).click();
        const notice = page.locator(".card", { hasText: "A car over UDP" }).locator(".notice");
        await notice.filter({ visible: true, hasText: "No STATE at port 7002" }).waitFor();
        await keep(page, "studio-attach-refused");
        assert.doesNotMatch(await page.locator("body").innerText(), /\/api|504/);
        assert.equal(await page.locator(".message").count(), 0);
        // The browser logs each reply with an error status.
        assert.match(problems.pop(), /504/);
    },
);

studioTest(
    "a stopped run is not shown as done, and its duration is not negative",
    { hash: "#at=runs" },
    async ({ mock, page }) => {
        mock.begin({ kind: "run", name: "mine" });
        const run = mock.runs[0];
        await page.locator(".run-row", { hasText: "mine" }).click();
        await page.locator("#stop-run").click();
        await page.locator(".run-title", { hasText: "stopped" }).waitFor();
        await attribute(page, ".run-row .light", "data-light", "grey");
        run.ended = run.started - 0.5;
        await page.locator(".run-row", { hasText: "0\u202fms" }).waitFor();
    },
);

studioTest(
    "fields and text follow each other, and only allowed fields are shown",
    { hash: "#at=setup" },
    async ({ page }) => {
        await control(page, "duration_s").fill("12.5");
        await until(async () => (await yamlIn(page)).duration_s === 12.5, "a text");
        assert.equal(await field(page, "timing").count(), 1);
        await control(page, "mode").selectOption("realtime");
        await field(page, "realtime").waitFor();
        assert.equal(await field(page, "timing").count(), 0);
        await until(async () => (await yamlIn(page)).mode === "realtime", "a mode");
        const keys = Object.keys(await yamlIn(page));
        assert.deepEqual(keys.slice(0, 2), ["mode", "duration_s"], "the order of the schema");
        await page.locator("#yaml").fill('{"duration_s": 3, "programs": [{"name": "a"}]}');
        await control(page, "programs[0].name").waitFor();
        assert.equal(await control(page, "duration_s").inputValue(), "3");
        assert.equal(await field(page, "program").count(), 0);
        await page.getByRole("button", { name: "Add Program" }).click();
        await until(async () => (await yamlIn(page)).programs.length === 2, "two programs");
    },
);

studioTest(
    "a form is disabled until it shows the values of its text",
    { hash: "#at=setup" },
    async ({ mock, page }) => {
        await control(page, "mode").waitFor();
        let answer;
        const isAnswered = new Promise((resolve) => (answer = resolve));
        const isRead = new Promise((resolve) => {
            void page.route("**/api/studio/yaml", async (route) => {
                if (route.request().postDataJSON().yaml !== undefined) {
                    resolve();
                    await isAnswered;
                }
                await route.continue();
            });
        });
        await page.locator("#source").selectOption("run:demo/web.yaml");
        await isRead;
        assert.ok(await control(page, "duration_s").isDisabled());
        answer();
        await control(page, "duration_s").fill("3");
        await until(async () => (await yamlIn(page)).duration_s === 3, "a text");
        const { yaml } = mock.files.get("demo/web.yaml");
        assert.deepEqual(await yamlIn(page), { ...JSON.parse(yaml), duration_s: 3 });
    },
);

studioTest(
    "an invalid value is shown beside its field and in the list, and prevents a start",
    { hash: "#at=setup" },
    async ({ mock, page }) => {
        await control(page, "duration_s").fill("-1");
        await field(page, "duration_s").locator(".problem", { hasText: "must be 0.001" }).waitFor();
        await attribute(page, '[data-key="duration_s"] input', "aria-invalid", "true");
        await page.locator(".problems button", { hasText: "duration_s" }).waitFor();
        await page.locator("#start").click();
        await until(
            () => page.evaluate(() => document.activeElement.id === "field-duration_s"),
            "the invalid field",
        );
        assert.equal(requestsTo(mock, "runs").length, 0);
        await keep(page, "studio-problem");
        await page.locator("#yaml").fill('{"vehicle": {"start": {"vx_mps": 900}}}');
        await field(page, "vehicle.start.vx_mps").locator(".problem:visible").waitFor();
        await page.locator(".problems button").click();
        await until(
            () => page.evaluate(() => document.activeElement.id === "field-vehicle.start.vx_mps"),
            "the focus",
        );
        await page.locator("#yaml").fill('{"vehicle": ');
        await page.locator(".verdict", { hasText: "cannot be parsed" }).waitFor();
        await page.locator("#yaml").fill('{"vehicle": {}}');
        await page.locator(".verdict", { hasText: "No problems" }).waitFor();
    },
);

studioTest(
    "a file is selected, edited, saved under another name and used",
    { hash: "#at=setup" },
    async ({ mock, page }) => {
        await page.locator("#source").selectOption("run:demo/web.yaml");
        const tyre = control(page, "vehicle.tyre");
        await tyre.waitFor();
        assert.equal(await tyre.inputValue(), "../tyres/sedan.yaml");
        await tyre.selectOption("../tyres/wet.yaml");
        await until(async () => (await yamlIn(page)).vehicle.tyre.endsWith("wet.yaml"), "a tyre");
        await page.getByRole("button", { name: "Edit: Tyre" }).click();
        await control(page, "lateral.b").fill("11");
        await until(async () => (await yamlIn(page)).lateral?.b === 11, "a coefficient");
        assert.ok(await page.locator("#start").isHidden());
        await page.locator("#path").fill("tyres/my_tyre.yaml");
        await page.locator("#save").click();
        await page.locator(".verdict", { hasText: "Saved" }).waitFor();
        assert.equal(JSON.parse(mock.files.get("tyres/my_tyre.yaml").yaml).lateral.b, 11);
        await keep(page, "studio-tyre");
        await page.getByRole("button", { name: "Back to demo/web.yaml" }).click();
        await until(
            async () => (await yamlIn(page)).vehicle?.tyre === "../tyres/my_tyre.yaml",
            "the new tyre",
        );
        await page.locator("#save").click();
        await page.locator("#save", { hasText: "Overwrite?" }).waitFor();
        assert.equal(requestsTo(mock, "file").length, 1, "an example is not overwritten at once");
    },
);

studioTest(
    "an ended run shows summary, plots and log, and is compared with another one",
    { hash: "#at=setup" },
    async ({ mock, page }) => {
        mock.begin({ kind: "run", name: "before" });
        mock.end(mock.runs[0], 3);
        await page.locator("#source").selectOption("run:demo/web.yaml");
        await control(page, "vehicle.tyre").waitFor();
        await page.locator("#start").click();
        await page.locator("#link-words", { hasText: "connected" }).waitFor();
        await page.keyboard.press("Space");
        await until(() => mock.paused, "a pause of this run");
        await keep(page, "studio-run");
        mock.end(mock.runs[1]);
        await page.locator(".run-title", { hasText: "done" }).waitFor();
        await page.locator(".summary", { hasText: "vehicle.x_m" }).waitFor();
        await page.locator(".run-detail .log", { hasText: "<b>not bold</b>" }).waitFor();
        await page.locator(".legend", { hasText: "vx_mps" }).waitFor();
        await page.locator(".run-row", { hasText: "degraded" }).waitFor();
        await page.getByRole("button", { name: /^Overlay before/ }).click();
        await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
        await page.locator(".summary .differs", { hasText: "vehicle.x_m" }).waitFor();
        await keep(page, "studio-overlay");
        await page.reload();
        await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
        assert.equal(await page.locator("b").count(), 0);
    },
);

studioTest("two recordings from disk are compared", { hash: "#at=recording" }, async ({ page }) => {
    const file = (name, factor) => ({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(
            ["t_s,vx_mps", ...[0, 1, 2, 3].map((t) => `${t * factor},${t}`)].join("\n"),
        ),
    });
    await page.locator("#recording").setInputFiles([file("a.csv", 1), file("b.csv", 1.5)]);
    await page.locator(".legend", { hasText: "vx_mps (other)" }).waitFor();
    await page
        .locator("#recording")
        .setInputFiles([{ ...file("c.txt", 1), buffer: Buffer.from("x\n1") }]);
    await page.locator(".notice", { hasText: "Not a recording" }).waitFor();
    assert.ok(await page.locator(".playback").isHidden(), "without a position there is no picture");
});

/** A trace of a vehicle that drives straight ahead. */
const DRIVEN = {
    name: "driven.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
        ["t_s,x_m,y_m,yaw_rad,vx_mps", ...[0, 1, 2, 3].map((t) => `${t},${4 * t},0,0,4`)].join(
            "\n",
        ),
    ),
};

studioTest(
    "the vehicle of a trace is shown at the time of the slider",
    { hash: "#at=recording" },
    async ({ page }) => {
        await page.locator("#recording").setInputFiles(DRIVEN);
        await page.locator("#play-time").fill("2");
        await page.locator(".play-words", { hasText: "2.00" }).waitFor();
        await page.locator("#speed", { hasText: "4.0" }).waitFor();
        await page.locator("#play-time").press("End");
        await page.locator(".play-words", { hasText: "3.00" }).waitFor();
        // Playback that begins at the end begins at the start.
        await page.locator("#play").click();
        await page.locator("#play", { hasText: "Pause" }).waitFor();
        await until(
            async () => Number(await page.locator("#play-time").inputValue()) < 2.9,
            "the start",
        );
    },
);

studioTest("all places are reached, and a form is filled, by keyboard", {}, async ({ page }) => {
    await page.locator(".card").first().waitFor();
    await page.keyboard.press("2");
    await control(page, "duration_s").waitFor();
    await control(page, "duration_s").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("7");
    await until(async () => (await yamlIn(page)).duration_s === 7, "a text");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "field-mode");
    await page.locator('[data-key="program"] > summary').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("3");
    await page.locator(".run-rows").waitFor();
    await page.keyboard.press("?");
    await page.locator("#keys").waitFor();
});

for (const colorScheme of ["light", "dark"])
    for (const [width, height] of [
        [1280, 720],
        [1920, 1080],
        [390, 844],
    ])
        studioTest(
            `contrast and accessible names, ${colorScheme}, ${width} x ${height}`,
            {
                page: { colorScheme, viewport: { width, height } },
                begin: (mock) => {
                    for (const name of ["first", "second"]) {
                        mock.begin({ kind: "run", name });
                        mock.end(mock.runs.at(-1));
                    }
                },
            },
            async ({ page }) => {
                const inspect = async (name) => {
                    await keep(page, `studio-${colorScheme}-${width}-${name}`);
                    assert.deepEqual(await unusable(page), []);
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                    assert.ok(wide <= width, `${name}: ${wide} pixels wide`);
                };
                await page.locator(".card").first().waitFor();
                await inspect("begin");
                await page.keyboard.press("2");
                await page.locator("#source").selectOption("run:demo/web.yaml");
                await control(page, "vehicle.tyre").waitFor();
                await control(page, "duration_s").fill("0");
                await field(page, "duration_s").locator(".problem:visible").waitFor();
                await inspect("setup");
                await page.locator("#help").focus();
                await page.keyboard.press("3");
                await page.locator(".run-row").first().click();
                await page.locator(".over-button:visible").click();
                await page.locator(".legend", { hasText: "(other)" }).first().waitFor();
                await inspect("runs");
                await page.keyboard.press("4");
                await page.locator("#recording").setInputFiles(DRIVEN);
                await page.locator(".world").waitFor();
                await page.locator(".legend", { hasText: "vx_mps" }).waitFor();
                await inspect("recording");
            },
        );
