// SPDX-License-Identifier: MIT
// What all views of the studio share: what it told of itself, and where to say what went wrong.
import type { Asker } from "../panels/poll";
import { PortError } from "../port";
import type { Store } from "../store";
import { viewToHash, FIRST_VIEW } from "../view";
import type { About } from "./contract";
import { readAbout } from "./studio_port";

export class StudioLink implements Asker {
    about: About = { folder: "", version: "", examples: [], files: [] };

    constructor(readonly store: Store) {}

    async asked<T>(request: () => Promise<T>): Promise<T | null> {
        try {
            return await request();
        } catch (error) {
            this.say(error);
            return null;
        }
    }

    say(error: unknown): void {
        this.store.say(error, error instanceof PortError && error.status === 401);
    }

    async readAbout(): Promise<void> {
        this.about = await readAbout();
    }

    /** Opens the page of a run. */
    lookAt(id: string): void {
        location.hash = viewToHash({ ...FIRST_VIEW, run: id });
    }
}
