// SPDX-License-Identifier: MIT
// Requests to the studio.
import { get, getText, post } from "../port";
import type { About, Json, Problems, RunDetail, RunKind, RunRow } from "./contract";
import type { Schemas } from "./schema";

const BASE = "/api/studio";
const named = (name: string): string => encodeURIComponent(name);

export const readAbout = (): Promise<About> => get(BASE);
export const readSchemas = (): Promise<Schemas> => get(`${BASE}/schemas`);
export const readFile = (path: string): Promise<{ path: string; yaml: string }> =>
    get(`${BASE}/file?path=${named(path)}`);
export const writeFile = (path: string, yaml: string): Promise<unknown> =>
    post(`${BASE}/file`, { path, yaml }, "PUT");
export const validate = (kind: string, yaml: string, path: string): Promise<Problems> =>
    post(`${BASE}/validate`, { kind, yaml, path });
export const valueOf = (yaml: string): Promise<{ value: Json }> => post(`${BASE}/yaml`, { yaml });
export const yamlOf = (value: Json): Promise<{ yaml: string }> => post(`${BASE}/yaml`, { value });
export const startRun = (
    kind: RunKind,
    yaml: string,
    name: string,
    path: string,
): Promise<{ id: string }> => post(`${BASE}/runs`, { kind, yaml, name, path });
export const readRuns = (): Promise<RunRow[]> => get(`${BASE}/runs`);
export const readRun = (id: string): Promise<RunDetail> => get(`${BASE}/runs/${named(id)}`);
export const stopRun = (id: string): Promise<unknown> => post(`${BASE}/runs/${named(id)}/stop`, {});
export const traceAddress = (id: string): string => `${BASE}/runs/${named(id)}/trace`;
export const readTrace = (id: string): Promise<string> => getText(traceAddress(id));
export const attach = (
    host: string,
    cmd_port: number,
    state_port: number,
): Promise<{ id: string }> => post(`${BASE}/attach`, { host, cmd_port, state_port });
