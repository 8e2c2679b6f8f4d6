// SPDX-License-Identifier: MIT
// What all views of the studio share: what it told of itself, and where to say what went wrong.
import type { Asker } from "../panels/poll";
import { isUnanswered, PortError } from "../port";
import type { Store } from "../store";
import { viewToHash, FIRST_VIEW } from "../view";
import type { About } from "./contract";
import type { Notice } from "./notice";
import { readAbout } from "./studio_port";

export class StudioLink implements Asker {
    about: About = { folder: "", version: "", examples: [], files: [] };

    /** On the page of a run, whose light shows that no answer comes. */
    readonly polls: Asker = {
        asked: async (request) => {
            try {
                return await request();
            } catch (error) {
                if (isUnanswered(error)) this.store.unanswered();
                else this.say(error);
                return null;
            }
        },
    };

    constructor(readonly store: Store) {}

    /** @param notice shows what goes wrong; without one it stands at the top of the page */
    async asked<T>(request: () => Promise<T>, notice: Notice | null = null): Promise<T | null> {
        try {
            const answer = await request();
            notice?.clear();
            return answer;
        } catch (error) {
            this.say(error, notice);
            return null;
        }
    }

    /** Shows beside a notice's neighbours what goes wrong. */
    beside(notice: Notice): Asker {
        return { asked: (request) => this.asked(request, notice) };
    }

    say(error: unknown, notice: Notice | null = null): void {
        const wantsToken = error instanceof PortError && error.status === 401;
        if (notice && !wantsToken) notice.say(error);
        else this.store.say(error, wantsToken);
    }

    async readAbout(): Promise<void> {
        this.about = await readAbout();
    }

    /** Opens the page of a run. */
    lookAt(id: string): void {
        location.hash = viewToHash({ ...FIRST_VIEW, run: id });
    }
}
