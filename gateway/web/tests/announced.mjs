// SPDX-License-Identifier: MIT
// Starts programs of the project that announce their addresses.
import { spawn } from "node:child_process";

/** Starts a program. @returns the process, and a promise of its announcement */
export function startAnnounced(file, words, options = {}) {
    const stdio = ["ignore", "pipe", "pipe", "pipe"];
    const child = spawn(file, [...words, "--announce", "3"], { ...options, stdio });
    let line = "";
    const announcement = new Promise((resolve, reject) => {
        child.stdio[3].on("data", (text) => (line += text));
        child.stdio[3].on("end", () => {
            if (line === "") reject(new Error(`${file} ended without an announcement`));
            else resolve(JSON.parse(line));
        });
    });
    announcement.catch(() => {}); // only those that await it handle the error
    return { child, announcement };
}

/** The announced URL, with the token if there is one. */
export function addressOf({ addresses, token }, protocol = "http", path = "/") {
    const address = `${protocol}://${addresses.http[0]}${path}`;
    return token === null ? address : `${address}?token=${token}`;
}
