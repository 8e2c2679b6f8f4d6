// SPDX-License-Identifier: MIT
// Serves the viewer's web app, and single files beside it, at a free port of the loopback.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".png": "image/png",
};

/** The bytes that a request asks for; Lichtblick reads a recording in ranges. */
function rangeOf(request, size) {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    if (first === undefined) return { status: 200, start: 0, end: size - 1 };
    const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
    return { status: 206, start: Number(first), end };
}

function send(request, response, path) {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return void response.writeHead(404).end();
    const { status, start, end } = rangeOf(request, size);
    response.writeHead(status, {
        "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
        "Content-Length": end - start + 1,
        "Content-Range": `bytes ${start}-${end}/${size}`,
        "Accept-Ranges": "bytes",
    });
    if (request.method === "HEAD") return void response.end();
    createReadStream(path, { start, end }).pipe(response);
}

/** @param files paths by the name under which each is served. @returns server and its origin */
export async function serveFiles(app, files) {
    const server = createServer((request, response) => {
        const name = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
        send(request, response, files[name] ?? join(app, name === "/" ? "index.html" : name));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return { server, origin: `http://127.0.0.1:${server.address().port}` };
}
