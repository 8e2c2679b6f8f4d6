// SPDX-License-Identifier: MIT
// Bundles the unit tests and runs them with node's test runner: node run.mjs.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ddc-web-"));
const names = readdirSync(here).filter((name) => name.endsWith("_test.ts"));
try {
    await build({
        entryPoints: names.map((name) => join(here, name)),
        outdir: folder,
        outExtension: { ".js": ".mjs" },
        bundle: true,
        format: "esm",
        platform: "node",
        logLevel: "warning",
    });
    const files = names.map((name) => join(folder, name.replace(/ts$/, "mjs")));
    process.exitCode =
        spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
    rmSync(folder, { recursive: true, force: true });
}
