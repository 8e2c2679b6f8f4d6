// SPDX-License-Identifier: MIT
// Shared by all views of the studio: its folder and examples, requests, and their errors.
import type { Requester } from "../panels/poll";
import { isUnanswered, PortError } from "../port";
import type { Store } from "../store";
import { viewToHash, FIRST_VIEW } from "../view";
import type { About } from "./contract";
import type { Notice } from "./notice";
import { readAbout } from "./studio_port";

export class StudioLink implements Requester {
    about: About = { folder: "", version: "", examples: [], files: [] };

    /** For the page of a run, whose light shows that the connection is lost. */
    readonly polls: Requester = {
        request: async (request) => {
            try {
                return await request();
            } catch (error) {
                if (isUnanswered(error)) this.store.unanswered();
                else this.report(error);
                return null;
            }
        },
    };

    constructor(readonly store: Store) {}

    /** @param notice shows an error; without one it is shown at the top of the page */
    async request<T>(request: () => Promise<T>, notice: Notice | null = null): Promise<T | null> {
        try {
            const answer = await request();
            notice?.clear();
            return answer;
        } catch (error) {
            this.report(error, notice);
            return null;
        }
    }

    /** Runs requests whose errors the notice shows. */
    beside(notice: Notice): Requester {
        return { request: (request) => this.request(request, notice) };
    }

    report(error: unknown, notice: Notice | null = null): void {
        const needsToken = error instanceof PortError && error.status === 401;
        if (notice && !needsToken) notice.show(error);
        else this.store.report(error, needsToken);
    }

    async readAbout(): Promise<void> {
        this.about = await readAbout();
    }

    /** Opens the page of a run. */
    openRun(id: string): void {
        location.hash = viewToHash({ ...FIRST_VIEW, run: id });
    }
}
