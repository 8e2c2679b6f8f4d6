// SPDX-License-Identifier: MIT
// The page in a real browser, served by mock_server.mjs.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { attribute, Browser, drawnColumns, keep, unusable, until } from "./browser.mjs";
import { MockServer } from "./mock_server.mjs";

const PAGE = process.env.DDC_PAGE;
/** Keys of the tabs of the drawer, and a text that each contains with the mock server. */
const DRAWERS = {
    1: "true_velocity",
    2: "Execution time",
    3: "steering_rate",
    4: "run started",
    5: "Last CMD",
};
const browser = await Browser.start();
after(() => browser.stop());

/** Each stream begins as in a run before its first cycle. */
class StartingServer extends MockServer {
    stream(car, url, response) {
        super.stream(car, url, response);
        const unknown = { t: 0, vx: null, ay: null, steer: null, signals: {} };
        const first = { ...this.snapshot(car), ...unknown };
        response.write(`data: ${JSON.stringify(first)}\n\n`);
    }
}

/** A run with two faults, which the test switches. */
class FaultyServer extends MockServer {
    faults = [false, false];
    snapshot(car) {
        return { ...super.snapshot(car), faults: this.faults };
    }
    config() {
        const config = super.config();
        const faults = [
            { name: "gnss", kind: "bias", target: "inputs.true_position" },
            { name: "ice", kind: "friction", target: "world" },
        ];
        return { ...config, vehicles: config.vehicles.map((car) => ({ ...car, faults })) };
    }
}

/** A test with a separate server and page. */
function pageTest(name, { Server = MockServer, server = {}, hash = "", page: options = {} }, body) {
    test(name, { timeout: 120_000 }, async (t) => {
        const mock = new Server(PAGE, server);
        const opened = await browser.open((await mock.listen()) + hash, options);
        try {
            await opened.page.locator("#link-words", { hasText: "connected" }).waitFor();
            await body({ mock, t, ...opened });
        } finally {
            await opened.close();
            await mock.close();
        }
    });
}

const numberIn = (text) => Number.parseFloat(text.replace("\u2212", "-"));
const requested = (mock, what) =>
    until(() => mock.requests.find(({ body }) => body.do === what), what);

pageTest("values change, and the console has no errors", {}, async ({ page, problems }) => {
    for (const selector of ["#time", "#speed", ".legend output"]) {
        const first = await page.locator(selector).first().textContent();
        await until(
            async () => (await page.locator(selector).first().textContent()) !== first,
            selector,
        );
    }
    assert.deepEqual(problems, []);
});

pageTest("the 3D view is not blank, moves with the car and stops with it", {}, async ({ page }) => {
    const first = await until(async () => {
        const picture = await browser.picture(page);
        return (await browser.coloursIn(picture)) > 20 && picture;
    }, "a picture");
    await until(
        async () => (await browser.differenceOf(first, await browser.picture(page))) > 0.02,
        "another picture",
    );
    await page.keyboard.press("Space");
    await page.locator(".over", { hasText: "Paused" }).waitFor();
    await until(async () => {
        const before = await browser.picture(page);
        return before === (await browser.picture(page));
    }, "a still picture");
    await keep(page, "paused");
});

pageTest(
    "pause, step, resume, stop and time scale are sent to the gateway",
    {},
    async ({ mock, page }) => {
        await page.keyboard.press("Space");
        await requested(mock, "pause");
        await attribute(page, "#pause", "aria-pressed", "true");
        const before = mock.t;
        await page.keyboard.press(".");
        assert.equal((await requested(mock, "step")).body.steps, 1);
        await until(() => mock.t > before, "a step");
        assert.ok(Math.abs(mock.t - before - 0.01) < 1e-9);
        await page.locator("#pause").click();
        await requested(mock, "resume");
        await page.locator("#scale").selectOption("2");
        await until(() => mock.scale === 2, "a time scale");
        await page.locator("#stop").click();
        assert.ok(!mock.requests.some(({ body }) => body.do === "stop"), "one press is not enough");
        await page.locator("#stop").click();
        await requested(mock, "stop");
    },
);

pageTest(
    "held arrow keys drive, releasing them brakes, Esc ends driving",
    {},
    async ({ mock, page }) => {
        const commands = () =>
            mock.requests.filter(({ path }) => path === "/api/io").map(({ body }) => body);
        const speed = mock.cars[0].vx;
        await page.keyboard.down("ArrowUp");
        await page.keyboard.down("ArrowLeft");
        await until(() => mock.cars[0].vx > speed + 1, "a faster car");
        const driven = commands().at(-1);
        assert.ok(
            driven.throttle > 0.3 && driven.brake === 0 && driven.steer > 0 && driven.vehicle === 0,
        );
        await keep(page, "driving");
        await page.keyboard.up("ArrowUp");
        await page.keyboard.up("ArrowLeft");
        await until(
            () => commands().at(-1).brake > 0 && commands().at(-1).throttle === 0,
            "a brake",
        );
        await page.locator("#drive-words", { hasText: "braking" }).waitFor();
        await until(() => mock.cars[0].vx < 1, "a car at standstill");
        await page.keyboard.press("Escape");
        await requested(mock, "release");
        await until(() => mock.cars[0].state === "answering", "the program drives again");
    },
);

pageTest("a page that loses the focus ends driving", {}, async ({ mock, page }) => {
    await page.keyboard.down("ArrowUp");
    await until(() => mock.requests.length > 2, "commands");
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await requested(mock, "release");
    await page.locator(".message", { hasText: "lost the focus" }).waitFor();
    const { body } = mock.requests.filter(({ path }) => path === "/api/io").at(-1);
    assert.ok(body.brake > 0 && body.throttle === 0);
});

pageTest(
    "if driving is disabled, the page names the key to configure",
    { server: { control: false } },
    async ({ mock, page }) => {
        await until(
            () =>
                page.evaluate(() =>
                    performance
                        .getEntriesByType("resource")
                        .some(({ name }) => name.endsWith("/api/config")),
                ),
            "a configuration",
        );
        await page.locator("#drive").click();
        await page.locator(".message", { hasText: "control: true" }).waitFor();
        assert.ok(!mock.requests.some(({ path }) => path === "/api/io"));
        await page.getByRole("button", { name: "Close this message" }).click();
        await page.locator(".message").waitFor({ state: "detached" });
    },
);

pageTest(
    "touch areas drive on a touch screen",
    { page: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } },
    async ({ mock, page }) => {
        await page.locator("#drive").tap();
        const area = page.locator(".area.throttle");
        await area.waitFor();
        await area
            .dispatchEvent("pointerdown", { pointerId: 1, pointerType: "touch" })
            .catch(() => undefined);
        await until(() => mock.requests.some(({ body }) => body.throttle > 0.2), "a throttle");
        await keep(page, "touch");
        await area.dispatchEvent("pointerup", { pointerId: 1, pointerType: "touch" });
        await until(() => mock.requests.at(-1).body.brake > 0, "a brake");
    },
);

test("a gamepad drives while its shoulder button is held", { timeout: 120_000 }, async () => {
    const mock = new MockServer(PAGE);
    const { page, close } = await browser.open(await mock.listen());
    await page.evaluate(() => {
        const button = (value) => ({ pressed: value > 0, value });
        window.pad = {
            connected: true,
            mapping: "standard",
            axes: [-1],
            buttons: [0, 0, 0, 0, 0, 1, 0, 0.8].map(button),
        };
        navigator.getGamepads = () => [window.pad];
    });
    await page.locator("#drive").click();
    const driven = await until(
        () => mock.requests.find(({ body }) => body.throttle === 0.8)?.body,
        "a throttle",
    );
    assert.ok(driven.steer > 0);
    await page.evaluate(() => (window.pad.buttons[5] = { pressed: false, value: 0 }));
    await until(() => mock.requests.at(-1).body.brake > 0, "a brake");
    await close();
    await mock.close();
});

pageTest(
    "the light of a program is red after a time-out, green when it answers",
    {},
    async ({ mock, page }) => {
        const light = '[data-kind="program"] .light';
        await attribute(page, light, "data-light", "green");
        mock.cars[0].silent = true;
        await attribute(page, light, "data-light", "red");
        await page.locator('[data-kind="program"]', { hasText: /silent for \d/ }).waitFor();
        await keep(page, "silent");
        mock.cars[0].silent = false;
        await attribute(page, light, "data-light", "green");
    },
);

pageTest(
    "a lost connection greys out the 3D view and shows since when, until it is back",
    {},
    async ({ mock, page }) => {
        await until(
            async () => (await browser.coloursIn(await browser.picture(page))) > 20,
            "a picture, so that its script is loaded",
        );
        mock.setDisconnected(true);
        await page.keyboard.press("Space");
        await attribute(page, ".scene", "data-stale", "true");
        await page.locator(".over", { hasText: /Connection lost for \d/ }).waitFor();
        await attribute(page, ".link .light", "data-light", "red");
        await attribute(page, ".part .light", "data-light", "grey");
        await page.locator("#link-words", { hasText: "lost" }).waitFor();
        // The light shows it; there is no message.
        assert.deepEqual(await page.locator(".message").allInnerTexts(), []);
        await keep(page, "lost");
        mock.setDisconnected(false);
        await attribute(page, ".scene", "data-stale", "false");
    },
);

pageTest(
    "keys open the drawer, and data are shown as text",
    {},
    async ({ mock, page, problems }) => {
        await page.keyboard.press("1");
        await page.locator(".rows tr", { hasText: "<b>not bold</b>" }).waitFor();
        await page.locator(".rows tr.changed", { hasText: "true_velocity" }).waitFor();
        await keep(page, "tables");
        for (const [key, text] of Object.entries(DRAWERS).slice(1)) {
            await page.keyboard.press(key);
            await page.locator(".drawer-body", { hasText: text }).waitFor();
        }
        await page.keyboard.press("5");
        await page.locator(".drawer-body").waitFor({ state: "hidden" });
        assert.equal(await page.locator("b").count(), 0);
        assert.deepEqual(problems, []);
        assert.ok(mock.requests.length === 0);
    },
);

pageTest(
    "a run without safety rules is shown as such",
    { server: { safety: false } },
    async ({ page }) => {
        await page.keyboard.press("3");
        await page.locator(".drawer-body", { hasText: "Not configured in this run" }).waitFor();
    },
);

pageTest("a signal is found by search, and the address keeps the view", {}, async ({ page }) => {
    await page.keyboard.press("/");
    await page.keyboard.type("true vel");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.locator(".legend", { hasText: "true_velocity" }).waitFor();
    await page.locator('[data-camera="top"]').click();
    await page.reload();
    await page.locator(".legend", { hasText: "true_velocity" }).waitFor();
    await attribute(page, '[data-camera="top"]', "aria-pressed", "true");
    await page.locator('.chosen [data-signal="true_velocity"]').click();
    await page.locator(".legend", { hasText: "true_velocity" }).waitFor({ state: "detached" });
});

pageTest(
    "charts: drag zooms in, double click resets, the wheel zooms out, freezing holds the view",
    {},
    async ({ page }) => {
        const plot = page.locator(".u-over").first();
        await until(
            async () => numberIn(await page.locator("#time").textContent()) > 2,
            "some data",
        );
        const { x, y, width, height } = await plot.boundingBox();
        await page.mouse.move(x + 20, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
        await page.mouse.up();
        await until(() => /zoom=/.test(page.url()), "a zoom");
        const zoom = page.url();
        await page.mouse.wheel(0, 200);
        await until(() => /zoom=/.test(page.url()) && page.url() !== zoom, "a wider zoom");
        await keep(page, "zoomed");
        await plot.dblclick();
        await until(() => !/zoom=/.test(page.url()), "no zoom");
        await page.keyboard.press("f");
        await attribute(page, "#freeze", "aria-pressed", "true");
        const time = await page.locator("#time").textContent();
        await until(async () => (await page.locator("#time").textContent()) !== time, "new data");
        await page.locator("#zoom-out").click();
        await attribute(page, "#freeze", "aria-pressed", "false");
    },
);

pageTest(
    "a line is within its axis, also if its first value is missing",
    { Server: StartingServer, hash: "#span=10" },
    async ({ mock, page }) => {
        await until(() => mock.t > 3, "some data");
        const columns = await until(async () => {
            const found = await drawnColumns(page);
            return found.at(-1) > 0.25 && found;
        }, "a line of the speed");
        assert.ok(columns.length > 50, `${columns.length} columns`);
        await keep(page, "first-value-missing");
    },
);

pageTest(
    "a fault has a band and its name in each chart while it is active",
    { Server: FaultyServer, hash: "#span=10" },
    async ({ mock, page }) => {
        const names = page.locator(".chart .legend-faults .legend-item");
        await until(() => mock.t > 1, "some data");
        assert.equal(await names.count(), 0);
        assert.deepEqual(await drawnColumns(page, "band"), []);
        mock.faults = [false, true];
        const begin = mock.t;
        await until(
            async () => (await names.count()) === (await page.locator(".chart").count()),
            "a name in each chart",
        );
        assert.deepEqual([...new Set(await names.allTextContents())], ["ice"]);
        await until(() => mock.t > begin + 2, "some time");
        mock.faults = [false, false];
        const end = mock.t;
        await until(() => mock.t > end + 1, "some time after the fault");
        await page.keyboard.press("f");
        await attribute(page, "#freeze", "aria-pressed", "true");
        const columns = await drawnColumns(page, "band");
        const [first, last] = [columns[0], columns.at(-1)].map((part) => part * 10);
        assert.ok(last - first > 1.5 && last - first < end - begin + 0.5, `${first} to ${last}`);
        const isWhole = columns.every((x, i) => i === 0 || x - columns[i - 1] < 0.02);
        assert.ok(isWhole, "one band without gaps");
        await keep(page, "fault-band");
    },
);

pageTest("the recorded signals can be downloaded as CSV", {}, async ({ page }) => {
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#download").click(),
    ]);
    assert.equal(download.suggestedFilename(), "autopilot.csv");
    let text = "";
    for await (const piece of await download.createReadStream()) text += piece;
    const [head, ...rows] = text.trim().split("\n");
    assert.ok(head.startsWith("time_s,") && head.includes("true_velocity"));
    assert.ok(
        rows.length > 0 && rows.every((row) => row.split(",").length === head.split(",").length),
    );
});

pageTest(
    "another vehicle is selected in the top bar or by a click on its name",
    { server: { vehicles: 3 }, hash: "#vehicle=1" },
    async ({ page }) => {
        await page.locator('[data-kind="program"][data-part="follower 1"]').waitFor();
        await page.locator("#vehicle").selectOption("2");
        await page.locator('[data-kind="program"][data-part="follower 2"]').waitFor();
        assert.match(page.url(), /vehicle=2/);
        await page.locator('[data-kind="program"]').click();
        await attribute(page, '[data-kind="program"]', "aria-pressed", "true");
    },
);

pageTest(
    "the page asks for the token if the port requires one",
    { server: { token: "s3cret" } },
    async ({ mock, page }) => {
        const form = page.locator(".message form").first();
        await form.waitFor();
        await keep(page, "token");
        await form.locator("input").fill("s3cret");
        await form.locator("button").click();
        await page.locator(".message").waitFor({ state: "detached" });
        await page.keyboard.press("Space");
        await requested(mock, "pause");
    },
);

for (const colorScheme of ["light", "dark"])
    for (const [width, height] of [
        [1280, 720],
        [1920, 1080],
        [390, 844],
    ]) {
        const page = { colorScheme, viewport: { width, height } };
        pageTest(
            `contrast and accessible names, ${colorScheme}, ${width} x ${height}`,
            { page, server: { vehicles: 4 } },
            async ({ page, problems }) => {
                await until(
                    async () => numberIn(await page.locator("#time").textContent()) > 1,
                    "some data",
                );
                await keep(page, `${colorScheme}-${width}`);
                assert.deepEqual(await unusable(page), []);
                for (const [key, text] of Object.entries(DRAWERS)) {
                    await page.keyboard.press(key);
                    await page.locator(".drawer-body", { hasText: text }).waitFor();
                    await keep(page, `${colorScheme}-${width}-${key}`);
                    // Names and colours are the same at each size.
                    if (width === 1280) assert.deepEqual(await unusable(page), []);
                }
                await page.keyboard.press("?");
                await page.locator("#keys").waitFor();
                await keep(page, `${colorScheme}-${width}-keys`);
                assert.deepEqual(await unusable(page), []);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${wide} pixels wide`);
                assert.deepEqual(problems, []);
            },
        );
    }
