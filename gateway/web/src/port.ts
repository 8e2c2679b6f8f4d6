// SPDX-License-Identifier: MIT
// Requests to the data port that served this page.
import type { Problem } from "./contract";
import { asSentence } from "./format";

/** Status that is reported when a reply has timed out. */
const TIMEOUT = 504;
/** Status of a request that found no connection. */
const NO_ANSWER = 0;

/** Why a request was refused, as a sentence. */
export class PortError extends Error {
    constructor(
        readonly status: number,
        message: string,
        /** The errors of a configuration. */
        readonly problems: Problem[] = [],
    ) {
        super(message);
    }
}

function noAnswer(): PortError {
    return new PortError(NO_ANSWER, "The gateway does not answer. Check that it is still running.");
}

/** Whether no gateway listens at the address. */
export function isUnanswered(error: unknown): boolean {
    return error instanceof PortError && error.status === NO_ANSWER;
}

const TOKEN_KEY = "ddc-token";
let run = "";

/** Sends all further requests, except those of the studio, to this run of the studio. */
export function askRun(id: string): void {
    run = id;
}

function addressOf(path: string): string {
    if (run === "" || path.startsWith("/api/studio")) return path;
    return `${path}${path.includes("?") ? "&" : "?"}run=${encodeURIComponent(run)}`;
}

/** Keeps a token from the address for this tab and removes it from the address bar. */
export function takeTokenFromAddress(): void {
    const address = new URL(location.href);
    const token = address.searchParams.get("token");
    if (token === null) return;
    setToken(token);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
}

export function setToken(token: string): void {
    sessionStorage.setItem(TOKEN_KEY, token.trim());
}

function headers(): Record<string, string> {
    const token = sessionStorage.getItem(TOKEN_KEY);
    return token ? { Authorization: `Bearer ${token}` } : {};
}

interface Refused {
    detail?: string;
    error?: string;
    problems?: Problem[];
}

async function refused(answer: Response): Promise<PortError> {
    let reason = "the gateway refused the request";
    let problems: Problem[] = [];
    try {
        const problem = (await answer.json()) as Refused;
        problems = problem.problems ?? [];
        reason = problem.detail ?? problem.error ?? reason;
    } catch {
        // The body is not JSON with a reason.
    }
    if (answer.status === 401) reason = "the token is missing or wrong";
    return new PortError(answer.status, asSentence(reason), problems);
}

async function request(path: string, options: RequestInit): Promise<Response> {
    let answer: Response;
    try {
        answer = await fetch(addressOf(path), { signal: AbortSignal.timeout(5000), ...options });
    } catch (error) {
        throw error instanceof DOMException && error.name === "TimeoutError"
            ? new PortError(TIMEOUT, "No reply within 5 s. Try again.")
            : noAnswer();
    }
    if (!answer.ok) throw await refused(answer);
    return answer;
}

export async function get<T>(path: string): Promise<T> {
    return (await (await request(path, { headers: headers() })).json()) as T;
}

export async function getText(path: string): Promise<string> {
    return (await request(path, { headers: headers() })).text();
}

export async function post<T>(path: string, body: object, method = "POST"): Promise<T> {
    const options = {
        method,
        headers: { ...headers(), "Content-Type": "application/json" },
        body: JSON.stringify(body),
    };
    return (await (await request(path, options)).json()) as T;
}

/** Reads an endless reply until it ends or is aborted; `onText` also gets heartbeats. */
export async function readStream(
    path: string,
    signal: AbortSignal,
    onText: (text: string) => void,
): Promise<void> {
    const answer = await request(path, { headers: headers(), signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const { done, value } = await reader.read().catch(() => {
            throw noAnswer();
        });
        if (done) return;
        onText(value);
    }
}
