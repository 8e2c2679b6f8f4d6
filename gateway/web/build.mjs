// SPDX-License-Identifier: MIT
// Bundles the page: node build.mjs FOLDER. The folder receives the page's files, page_files.cpp,
// which embeds them in the binary, and page_files.d, a dependency file that lists their sources.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const types = {
    html: "text/html; charset=utf-8",
    css: "text/css; charset=utf-8",
    js: "text/javascript; charset=utf-8",
    svg: "image/svg+xml",
};

/** Writes the page's files to page/. @returns the source files that were read */
async function bundle(page) {
    rmSync(page, { recursive: true, force: true });
    mkdirSync(page, { recursive: true });
    const { metafile } = await build({
        entryPoints: [join(here, "src/page.ts"), join(here, "src/page.css")],
        outdir: page,
        bundle: true,
        // three.js is a separate chunk: the rest of the page is shown before it is loaded.
        splitting: true,
        format: "esm",
        target: "es2022",
        minify: true,
        charset: "utf8",
        legalComments: "inline",
        chunkNames: "[name]-[hash]",
        logLevel: "warning",
        metafile: true,
        absWorkingDir: here,
    });
    const plain = ["index.html", "icon.svg"].map((name) => join(here, "src", name));
    for (const file of plain) copyFileSync(file, join(page, basename(file)));
    return [...Object.keys(metafile.inputs).map((file) => resolve(here, file)), ...plain];
}

/** C++ that embeds the files; the assembler reads the bytes, so compilation is fast. */
function embedding(page) {
    const names = readdirSync(page).sort();
    // Compiler caches do not hash what the assembler includes, so the text contains a hash of it.
    const hash = (name) =>
        createHash("sha256")
            .update(readFileSync(join(page, name)))
            .digest("hex");
    const part = (name, index) => `asm(R"(.section .rodata # ${hash(name)}
page_file_${index}: .incbin "${join(page, name)}"
page_file_end_${index}: .previous)");
extern "C" const char page_file_${index}[];
extern "C" const char page_file_end_${index}[];
`;
    const row = (name, index) => {
        const type = types[name.split(".").pop()];
        return `    if (path == "/${name}"${name === "index.html" ? ' || path == "/"' : ""})
        return PageFile{"${type}", bytes(page_file_${index}, page_file_end_${index})};
`;
    };
    return `// Written by gateway/web/build.mjs.
#include "page_files.hpp"
${names.map(part).join("")}
namespace gateway::web {
namespace {
std::string_view bytes(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}
} // namespace
std::optional<PageFile> page_file(std::string_view path) {
${names.map(row).join("")}    return std::nullopt;
}
} // namespace gateway::web
`;
}

const folder = resolve(process.argv[2]);
const page = join(folder, "page");
const sources = await bundle(page);
const target = join(folder, "page_files.cpp");
writeFileSync(target, embedding(page));
writeFileSync(join(folder, "page_files.d"), `${target}: ${sources.join(" ")}\n`);
