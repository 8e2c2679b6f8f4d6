// SPDX-License-Identifier: MIT
// Entry point: shows the page of a run, or the studio if the port serves one.
import { get, takeTokenFromAddress } from "./port";
import { startRunPage } from "./run_page";
import { Store } from "./store";

/** Requests a path that needs no token: a rejected request would be an error in the console. */
async function isStudio(): Promise<boolean> {
    try {
        return (await get<{ studio?: boolean }>("/healthz")).studio === true;
    } catch {
        return false;
    }
}

async function start(): Promise<void> {
    takeTokenFromAddress();
    const store = new Store();
    if (!(await isStudio())) return startRunPage(store);
    const { startStudio } = await import("./studio/studio");
    startStudio(store);
}

void start();
