// SPDX-License-Identifier: MIT
// Runs Debian's Chromium for the tests of the page, and inspects what it shows.
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
    console.log(`SKIPPED: ${CHROMIUM} is not installed`);
    process.exit(0);
}

export class Browser {
    static async start() {
        const sut = new Browser();
        // The sandbox does not run as root; without a screen, rendering is done in software.
        const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
        sut.browser = await chromium.launch({ executablePath: CHROMIUM, args });
        sut.blank = await sut.browser.newPage();
        return sut;
    }

    stop() {
        return this.browser.close();
    }

    /** Opens a page in a separate context; `problems` collects its errors. */
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

    /** The part of the 3D view without overlays, as a PNG in base64. */
    async picture(page) {
        const frame = await page.locator(".world").boundingBox();
        const clip = {
            x: frame.x + 20,
            y: frame.y + 60,
            width: frame.width - 40,
            height: frame.height * 0.5,
        };
        return (await screenshot(page, { clip })).toString("base64");
    }

    async coloursIn(picture) {
        return new Set(await this.pixels(picture)).size;
    }

    /** Fraction of the pixels that differ. */
    async differenceOf(one, other) {
        if (one === other) return 0;
        const [first, second] = [await this.pixels(one), await this.pixels(other)];
        return first.filter((pixel, i) => pixel !== second[i]).length / first.length;
    }

    async pixels(picture) {
        const bytes = await this.blank.evaluate(async (base64) => {
            const answer = await fetch(`data:image/png;base64,${base64}`);
            const image = await createImageBitmap(await answer.blob());
            const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
            pen.drawImage(image, 0, 0);
            const { data } = pen.getImageData(0, 0, image.width, image.height);
            let text = "";
            for (let i = 0; i < data.length; i += 8192)
                text += String.fromCharCode(...data.subarray(i, i + 8192));
            return btoa(text);
        }, picture);
        const { buffer, byteOffset, length } = Buffer.from(bytes, "base64");
        return new Uint32Array(buffer.slice(byteOffset, byteOffset + length));
    }
}

/** Calls the function until its result is true. @returns the result */
export async function until(condition, what) {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
        const found = await condition();
        if (found) return found;
        assert.ok(Date.now() < deadline, `timed out: ${what}`);
        await new Promise((done) => setTimeout(done, 30));
    }
}

export function attribute(page, selector, name, value) {
    return page.locator(`${selector}[${name}="${value}"]`).first().waitFor();
}

/**
 * Columns of the first chart that contain its first line, or with `what` "band" a band of a fault,
 * as fractions of the width of the plot. Points outside the axis are not drawn.
 */
export function drawnColumns(page, what = "line") {
    return page.evaluate((what) => {
        const chart = document.querySelector(".chart");
        const canvas = chart.querySelector("canvas");
        const [frame, plot] = [canvas, chart.querySelector(".u-over")].map((element) =>
            element.getBoundingClientRect(),
        );
        const scale = canvas.width / frame.width;
        const [left, top, width, height] = [
            plot.left - frame.left,
            plot.top - frame.top,
            plot.width,
            plot.height,
        ].map((length) => Math.round(length * scale));
        const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
        const colour = getComputedStyle(chart.querySelector(".swatch")).backgroundColor;
        const wanted = colour.match(/\d+/g).map(Number);
        const isLine = (at) =>
            data[at + 3] > 200 && wanted.every((part, i) => Math.abs(data[at + i] - part) < 40);
        // Up to three bands are transparent; lines, marks and names are in front of them.
        const isBand = (at) => data[at + 3] > 30 && data[at + 3] < 130;
        const [isPart, least] = what === "band" ? [isBand, height / 2] : [isLine, 1];
        const columns = [];
        for (let x = 0; x < width; ++x) {
            let count = 0;
            for (let y = 0; y < height && count < least; ++y)
                if (isPart(4 * (y * width + x))) count += 1;
            if (count >= least) columns.push(x / width);
        }
        return columns;
    }, what);
}

/** Tries again while Chromium has no frame, as during the start of its GPU process. */
function screenshot(page, options) {
    const taken = () =>
        page.screenshot(options).catch((error) => {
            if (!error.message.includes("Unable to capture screenshot")) throw error;
        });
    return until(taken, "a screenshot");
}

export async function keep(page, name) {
    if (!SCREENSHOTS) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await screenshot(page, { path: join(SCREENSHOTS, `${name}.png`) });
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The errors that axe-core finds, such as low contrast and missing names. */
export async function unusable(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ["violations"] }),
    );
    return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
}
