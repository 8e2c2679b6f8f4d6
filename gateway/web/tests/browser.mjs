// SPDX-License-Identifier: MIT
// Debian's Chromium for the tests of the page, and what they look at in it.
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.DDC_CHROMIUM ?? "/usr/bin/chromium";
const SCREENSHOTS = process.env.DDC_SCREENSHOTS;
export const DEADLINE_MS = 30_000;

if (!existsSync(CHROMIUM)) {
    console.log(`SKIPPED: there is no ${CHROMIUM}`);
    process.exit(0);
}

export class Browser {
    static async start() {
        const sut = new Browser();
        // Its sandbox does not run for root; the picture is drawn by software, as without a screen.
        const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
        sut.browser = await chromium.launch({ executablePath: CHROMIUM, args });
        sut.blank = await sut.browser.newPage();
        return sut;
    }

    stop() {
        return this.browser.close();
    }

    /** A page of its own; `problems` are what the console and uncaught errors said. */
    async open(address, options = {}) {
        const context = await this.browser.newContext({
            viewport: { width: 1280, height: 720 },
            ...options,
        });
        const page = await context.newPage();
        const problems = [];
        page.on(
            "console",
            (message) => message.type() === "error" && problems.push(message.text()),
        );
        page.on("pageerror", (error) => problems.push(error.stack));
        page.setDefaultTimeout(DEADLINE_MS);
        await page.goto(address);
        return { page, problems, close: () => context.close() };
    }

    /** What the picture's middle shows: pixels as numbers, without what lies over it. */
    async picture(page) {
        const frame = await page.locator(".world").boundingBox();
        const clip = {
            x: frame.x + 20,
            y: frame.y + 60,
            width: frame.width - 40,
            height: frame.height * 0.5,
        };
        const png = await page.screenshot({ clip });
        return this.blank.evaluate(async (base64) => {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes]));
            const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
            pen.drawImage(image, 0, 0);
            return [
                ...new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer),
            ];
        }, png.toString("base64"));
    }
}

export function coloursIn(picture) {
    return new Set(picture).size;
}

export function differencesOf(one, other) {
    return one.filter((pixel, i) => pixel !== other[i]).length / one.length;
}

/** Waits until a function of the test gives something true, which is returned. */
export async function until(condition, what) {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
        const found = await condition();
        if (found) return found;
        assert.ok(Date.now() < deadline, `never: ${what}`);
        await new Promise((done) => setTimeout(done, 30));
    }
}

export function attribute(page, selector, name, value) {
    return page.locator(`${selector}[${name}="${value}"]`).first().waitFor();
}

export async function keep(page, name) {
    if (!SCREENSHOTS) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong, such as contrast, names and roles. */
export async function unusable(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ["violations"] }),
    );
    return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
}
