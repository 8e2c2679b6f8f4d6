// SPDX-License-Identifier: MIT
// Some packages of Lichtblick itself are not in every registry in the version that it names. Sets
// them to the newest version of the registry, in the source tree of the working directory.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const OWN = [
    "@lichtblick/eslint-plugin",
    "@lichtblick/rosbag2",
    "@lichtblick/rosbag2-web",
    "@lichtblick/tsconfig",
    "flatbuffers_reflection",
];

function versionsOf(name) {
    const words = ["view", name, "versions", "--json"];
    return [JSON.parse(execFileSync("npm", words, { encoding: "utf8" }))].flat();
}

const offered = new Map(OWN.map((name) => [name, versionsOf(name)]));

function lowered(line) {
    const [, name, version] = /^\s*"([^"]+)": "(\d[^"]*)",?$/.exec(line) ?? [];
    const versions = offered.get(name);
    if (versions === undefined || versions.includes(version)) return line;
    console.log(`${name} ${version} is not in the registry: ${versions.at(-1)}`);
    return line.replace(version, versions.at(-1));
}

const folders = [".", "web", "desktop", "benchmark"];
for (const name of readdirSync("packages")) folders.push(`packages/${name}`);
for (const file of folders.map((folder) => `${folder}/package.json`).filter(existsSync)) {
    const text = readFileSync(file, "utf8");
    const changed = text.split("\n").map(lowered).join("\n");
    if (changed !== text) writeFileSync(file, changed);
}
