// SPDX-License-Identifier: MIT
// Imports a source of the page, for tests that are not bundled.
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), "../src");

/** @param name below src */
export async function importSource(name) {
    const { outputFiles } = await build({
        entryPoints: [join(SOURCES, name)],
        bundle: true,
        format: "esm",
        platform: "node",
        logLevel: "warning",
        write: false,
    });
    const code = Buffer.from(outputFiles[0].contents).toString("base64");
    return import(`data:text/javascript;base64,${code}`);
}
