// SPDX-License-Identifier: MIT
// Our programs as processes that announce where they are reached.
import { spawn } from "node:child_process";

/** Starts one. @returns the process, and its announcement once that has come */
export function startAnnounced(file, words, options = {}) {
    const stdio = ["ignore", "pipe", "pipe", "pipe"];
    const child = spawn(file, [...words, "--announce", "3"], { ...options, stdio });
    let line = "";
    const announcement = new Promise((resolve, reject) => {
        child.stdio[3].on("data", (text) => (line += text));
        child.stdio[3].on("end", () => {
            if (line === "") reject(new Error(`${file} has announced nothing`));
            else resolve(JSON.parse(line));
        });
    });
    announcement.catch(() => {}); // what waits for it is told
    return { child, announcement };
}

/** What is reached over HTTP, with the token if there is one. */
export function addressOf({ addresses, token }, protocol = "http", path = "/") {
    const address = `${protocol}://${addresses.http[0]}${path}`;
    return token === null ? address : `${address}?token=${token}`;
}
