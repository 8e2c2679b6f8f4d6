// SPDX-License-Identifier: MIT
// The site of the documentation in a browser: light, dark, and as narrow as a phone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Browser, keep } from "./browser.mjs";

const build = process.env.DDC_BUILD;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PAGES = [
    "index.html",
    "tutorials/first-run.html",
    "how-to/troubleshooting.html",
    "reference/keys-run.html",
    "reference/api-libddc.html",
    "explanation/architecture.html",
    "specification.html",
];
let browser;

before(async () => {
    const made = spawnSync("cmake", ["--build", build, "--target", "site"], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stdout + made.stderr);
    browser = await Browser.start();
});
after(() => browser.stop());

const address = (page) => pathToFileURL(join(build, "site", page)).href;

function pixelsBeyond(page) {
    return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** From 0, black, to 255. */
function brightnessOfPage(page) {
    return page.evaluate(() => {
        const colour = getComputedStyle(document.body).backgroundColor.match(/\d+/g);
        return (Number(colour[0]) + Number(colour[1]) + Number(colour[2])) / 3;
    });
}

for (const colorScheme of ["light", "dark"]) {
    test(`in a ${colorScheme} scheme the page has its colours and enough contrast`, async () => {
        const { page, problems, close } = await browser.open(address(PAGES[0]), { colorScheme });
        for (const name of PAGES) {
            await page.goto(address(name));
            assert.equal((await brightnessOfPage(page)) > 128, colorScheme === "light", name);
            await page.addScriptTag({ path: axe });
            const found = await page.evaluate(() =>
                window.axe.run("article", { runOnly: ["color-contrast"] }),
            );
            const wrong = found.violations.flatMap((rule) => rule.nodes.map((node) => node.html));
            assert.deepEqual(wrong, [], name);
        }
        assert.deepEqual(problems, []);
        await keep(page, `site-${colorScheme}`);
        await close();
    });
}

test("at 390 pixels no page is wider than the window", async () => {
    const viewport = { width: 390, height: 844 };
    const { page, close } = await browser.open(address(PAGES[0]), { viewport });
    for (const name of PAGES) {
        await page.goto(address(name));
        assert.ok((await pixelsBeyond(page)) <= 0, `${name}: ${await pixelsBeyond(page)} pixels`);
    }
    await close();
});

test("each page is reached from the navigation, and the search finds words of pages", async () => {
    const { page, problems, close } = await browser.open(address("index.html"));
    await page.locator(".sidebar-tree a", { hasText: "first run" }).first().click();
    await page.waitForURL(/first-run/);
    await page.locator(".sidebar-search").fill("lockstep");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search/);
    await page.locator("#search-results li a").first().waitFor();
    assert.deepEqual(problems, []);
    await close();
});
