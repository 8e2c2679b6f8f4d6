// SPDX-License-Identifier: MIT
// A mock of the studio: node mock_studio.mjs PAGE_FOLDER [PORT]. Its YAML is JSON, which is also YAML.
// It validates only two keys. All of its runs show the run of the mock server.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MockServer, refusal, send, textOf } from "./mock_server.mjs";

const SCHEMAS = join(dirname(fileURLToPath(import.meta.url)), "../../../schemas");
const ENDING = ".schema.json";

const TYRE = {
    model: "magic_formula",
    longitudinal: { b: 12, c: 1.65, d: 1.05, e: 0.9 },
    lateral: { b: 10, c: 1.3, d: 1.05, e: -1 },
    nominal_load_n: 4000,
    load_sensitivity: 0.15,
    rolling_resistance: 0.012,
    relaxation_longitudinal_m: 0.1,
    relaxation_lateral_m: 0.45,
    pneumatic_trail_m: 0.035,
    vertical_stiffness_n_per_m: 220000,
};

const FILES = {
    "demo/autopilot.yaml": [
        "run",
        {
            duration_s: 60,
            program: { name: "autopilot", exec: ["autopilot", "ddc", "4000"] },
            route: { file: "route.csv" },
            trace: "out/autopilot.csv",
        },
    ],
    "demo/web.yaml": [
        "run",
        {
            mode: "realtime",
            program: {
                name: "autopilot",
                reference_id: "0x4000",
                exec: ["autopilot", "ddc", "4000"],
            },
            vehicle: { tyre: "../tyres/sedan.yaml" },
            route: { file: "route.csv" },
            safety: {},
            data_port: { control: true },
        },
    ],
    "peers/cars.yaml": [
        "vdsim_realtime",
        { vehicles: [{ cmd_port: 7001, state: [{ port: 7002 }] }, { vehicle_id: 1 }] },
    ],
    "tyres/sedan.yaml": ["tyre", TYRE],
    "tyres/wet.yaml": ["tyre", { ...TYRE, model: "linear" }],
    "demo/route.csv": ["csv", null],
};

const VERDICTS = ["done", "failed", "bad configuration", "degraded"];

const example = (id, title, text, kind, file) => ({ id, title, text, kind, file });
const EXAMPLES = [
    example(
        "route",
        "Drive the demo's route",
        "The autopilot follows a route.",
        "run",
        "demo/autopilot.yaml",
    ),
    example("hand", "Drive by hand", "Take over from the autopilot.", "run", "demo/web.yaml"),
    example(
        "udp",
        "A car over UDP",
        "Simulated cars that speak VDS1.",
        "vdsim_realtime",
        "peers/cars.yaml",
    ),
    example(
        "recording",
        "Open a recording",
        "A recording or trace of a run, as charts and in 3D.",
        "recording",
        "",
    ),
];

export class MockStudio extends MockServer {
    constructor(pageFolder, options = {}) {
        super(pageFolder, options);
        this.isStudio = true;
        /** No remote vehicle answers. */
        this.isUnreachable = false;
        this.files = new Map(
            Object.entries(FILES).map(([path, [kind, value]]) => [
                path,
                { kind, yaml: text(value) },
            ]),
        );
        this.runs = [];
        this.schemas = Object.fromEntries(
            readdirSync(SCHEMAS)
                .filter((name) => name.endsWith(ENDING))
                .map((name) => [
                    name.slice(0, -ENDING.length),
                    JSON.parse(readFileSync(join(SCHEMAS, name), "utf8")),
                ]),
        );
    }

    async answerApi(url, request, response) {
        if (!url.pathname.startsWith("/api/studio")) {
            const run = this.runs.find(({ id }) => id === url.searchParams.get("run"));
            if (!run) throw refusal(404, "there is no such run");
            if (run.state === "ended") throw refusal(409, "this run has ended");
            return super.answerApi(url, request, response);
        }
        const hasBody = request.method === "POST" || request.method === "PUT";
        const body = hasBody ? JSON.parse(await textOf(request)) : null;
        if (body) this.requests.push({ path: url.pathname, body });
        const path = url.pathname.replace(/^\/api\/studio\/?/, "");
        const [first, id, what] = path.split("/");
        if (what === "trace") return response.end(traceOf(Number(id)));
        const [status, json] = this.studioAnswer(`${request.method} ${first}`, id, what, body, url);
        send(response, status, json);
    }

    studioAnswer(call, id, what, body, url) {
        switch (call) {
            case "GET ":
                return [200, this.about()];
            case "GET schemas":
                return [200, this.schemas];
            case "GET file": {
                const path = url.searchParams.get("path");
                if (!this.files.has(path)) throw refusal(404, `there is no file '${path}'`);
                return [200, { path, yaml: this.files.get(path).yaml }];
            }
            case "PUT file": {
                const { kind = "run" } = this.files.get(body.path) ?? {};
                const of = body.path.includes("tyre") ? "tyre" : kind;
                this.files.set(body.path, { kind: of, yaml: body.yaml });
                return [201, { path: body.path }];
            }
            case "POST validate":
                return [200, { problems: validate(body.yaml) }];
            case "POST yaml":
                if (body.yaml === undefined) return [200, { yaml: text(body.value) }];
                return [200, { value: read(body.yaml) }];
            case "GET runs":
                if (id === undefined) return [200, this.runs.map(({ log: _, ...row }) => row)];
                return [200, this.detail(this.run(id))];
            case "POST runs":
                if (what === "stop") return [200, this.end(this.run(id), 0, "stopped")];
                return this.start(body);
            case "POST attach":
                if (this.isUnreachable)
                    throw refusal(504, `no STATE at port ${body.state_port} within 2.5 s`);
                return this.begin({ kind: "vds1", name: `${body.host}:${body.cmd_port}` });
        }
        throw refusal(404, "there is no such path");
    }

    about() {
        const files = [...this.files].map(([path, { kind }]) => ({ path, kind }));
        return { folder: "/home/you/work", version: "0.0.0", examples: EXAMPLES, files };
    }

    start({ kind, name, yaml }) {
        const problems = validate(yaml);
        if (problems.length > 0) throw refusal(422, "the configuration is wrong", { problems });
        return this.begin({ kind, name });
    }

    begin({ kind, name }) {
        const id = String(this.runs.length + 1);
        this.stopped = false;
        const run = { id, name, kind, state: "starting", exit_code: null, ended: null };
        this.runs.push({ ...run, started: Date.now() / 1000, verdict: null, summary: null });
        const row = this.runs.at(-1);
        setTimeout(() => row.state === "starting" && (row.state = "running"), 300);
        return [201, { id }];
    }

    run(id) {
        const run = this.runs.find((run) => run.id === id);
        if (!run) throw refusal(404, `there is no run '${id}'`);
        return run;
    }

    end(run, exit_code = 0, verdict = VERDICTS[exit_code]) {
        const vehicle = { x_m: 12.5 * Number(run.id), y_m: -3.25, yaw_rad: 0.7, vx_mps: 8.1 };
        const summary = { name: run.name, cycles: 6000, route: { max_m: 0.231 }, vehicle };
        Object.assign(run, {
            state: "ended",
            exit_code,
            verdict,
            summary,
            ended: Date.now() / 1000,
        });
        return run;
    }

    detail(run) {
        const line = (n, level, text) => ({ n, time: run.started + n, level, text });
        const log = [line(0, "info", "run started"), line(1, "warning", "<b>not bold</b>")];
        return { ...run, log, yaml: "", files: [{ name: "trace", vehicle: 0, href: "" }] };
    }
}

function text(value) {
    return JSON.stringify(value, null, 2);
}

function read(yaml) {
    try {
        return JSON.parse(yaml || "{}");
    } catch (error) {
        const problems = [
            { line: 1, column: 1, key: "", message: `cannot be parsed: ${error.message}` },
        ];
        throw refusal(422, "the text cannot be parsed", { problems });
    }
}

function validate(yaml) {
    try {
        return problemsOf(yaml);
    } catch (refused) {
        return refused.more.problems;
    }
}

/** The messages of the gateway for two keys. */
function problemsOf(yaml) {
    const value = read(yaml);
    const lines = yaml.split("\n");
    const line = (key) => lines.findIndex((text) => text.includes(`"${key}"`)) + 1;
    const problems = [];
    const addProblem = (key, message) => {
        const last = key.split(".").at(-1);
        problems.push({ line: line(last), column: 3, key, message });
    };
    if ("duration_s" in value && !(value.duration_s >= 0.001 && value.duration_s <= 1e9))
        addProblem("duration_s", `must be 0.001 to 1000000000, is ${value.duration_s}`);
    const speed = value.vehicle?.start?.vx_mps;
    if (speed !== undefined && !(Math.abs(speed) <= 100))
        addProblem("vehicle.start.vx_mps", `must be -100 to 100, is ${speed}`);
    return problems;
}

function traceOf(id) {
    const rows = ["t_s,vx_mps,set_steering,route_distance_m,program"];
    for (let i = 0; i < 2000; ++i) {
        const t = i * 0.01;
        const speed = 8 + id + Math.sin(t / 3 + id);
        rows.push(`${t},${speed},${0.1 * Math.sin(t)},${0.2 * Math.cos(t)},autopilot`);
    }
    return rows.join("\n") + "\n";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const mock = new MockStudio(process.argv[2]);
    console.log(await mock.listen(Number(process.argv[3] ?? 0)));
}
