// SPDX-License-Identifier: MIT
// A mock of the data port with cars that drive on circles: node mock_server.mjs PAGE_FOLDER [PORT].
// Tests can make programs time out, close connections and reject configurations.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
};
const CSP =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DT = 0.01;
const GEOMETRY = {
    wheelbase_m: 2.7,
    track_front_m: 1.55,
    track_rear_m: 1.55,
    cg_to_front_m: 1.2,
    cg_height_m: 0.55,
    wheel_radius_m: 0.32,
    length_m: null,
    width_m: null,
    height_m: null,
};

class MockCar {
    constructor(id, radius) {
        Object.assign(this, { id, radius, name: id === 0 ? "autopilot" : `follower ${id}` });
        this.place(-id * 0.35);
        Object.assign(this, {
            vx: 8,
            throttle: 0.2,
            brake: 0,
            spin: 0,
            silent: false,
            received: 0,
            byHand: null,
        });
    }
    place(angle) {
        this.x = this.radius * Math.sin(angle);
        this.y = this.radius * (1 - Math.cos(angle));
        this.yaw = angle;
    }
    step(dt, now) {
        const hand = this.byHand && now - this.byHand.at < 300 ? this.byHand : null;
        if (!this.silent) this.received = now;
        const lost = !hand && now - this.received > 150;
        this.state = hand ? "manual control" : lost ? "silent" : "answering";
        this.steer = hand
            ? hand.steer
            : this.steer * (lost ? 1 : 0) + (lost ? 0 : 2.7 / this.radius);
        this.throttle = hand ? hand.throttle : lost ? 0 : 0.25 + 0.1 * Math.sin(this.time ?? 0);
        this.brake = hand ? hand.brake : lost ? 0.3 : 0;
        this.gear = hand?.gear ?? "drive";
        this.ax =
            this.throttle * 5 * (this.gear === "reverse" ? -1 : 1) -
            Math.sign(this.vx) * this.brake * 8 -
            0.11 * this.vx;
        const before = this.vx;
        this.vx += this.ax * dt;
        if (this.brake > 0 && before * this.vx <= 0) this.vx = this.ax = 0;
        this.r = (this.vx * Math.tan(this.steer)) / 2.7;
        this.ay = this.vx * this.r;
        this.yaw += this.r * dt;
        this.x += this.vx * Math.cos(this.yaw) * dt;
        this.y += this.vx * Math.sin(this.yaw) * dt;
        this.time = (this.time ?? 0) + dt;
    }
}
MockCar.prototype.steer = 0;

export class MockServer {
    constructor(
        pageFolder,
        { vehicles = 2, control = true, token = null, rate = 20, safety = true } = {},
    ) {
        Object.assign(this, { pageFolder, control, token, rate, safety });
        Object.assign(this, {
            isStudio: false,
            t: 0,
            paused: false,
            stopped: false,
            scale: 1,
        });
        this.cars = Array.from({ length: vehicles }, (_, i) => new MockCar(i, 40 + 4 * (i % 3)));
        this.requests = [];
        this.streams = new Set();
        this.isDisconnected = false;
        this.log = [{ n: 0, time: 1.7e9, level: "info", text: "run started" }];
        this.http = createServer((request, response) => void this.answer(request, response));
        this.last = performance.now();
        this.clamped = 0;
    }

    async listen(port = 0) {
        await new Promise((done) => this.http.listen(port, "127.0.0.1", done));
        this.timer = setInterval(() => this.cycle(), 1000 / 60);
        this.address = `http://127.0.0.1:${this.http.address().port}/`;
        return this.address;
    }

    async close() {
        clearInterval(this.timer);
        this.http.closeAllConnections();
        await new Promise((done) => this.http.close(done));
    }

    /** Closes every connection and, while true, accepts no new one. */
    setDisconnected(isDisconnected) {
        this.isDisconnected = isDisconnected;
        if (isDisconnected) this.http.closeAllConnections();
    }

    addLine(level, text) {
        this.log.push({
            n: this.log.length,
            time: 1.7e9 + this.t,
            level,
            text,
        });
    }

    cycle() {
        const now = performance.now();
        const elapsed = Math.min(now - this.last, 100) / 1000;
        this.last = now;
        if (!this.paused && !this.stopped) this.advance(elapsed * this.scale, now);
    }

    advance(time, now) {
        for (let left = time; left > 1e-9; left -= DT) {
            this.t += Math.min(DT, left);
            for (const car of this.cars) car.step(Math.min(DT, left), now);
        }
        if (Math.floor(this.t) !== Math.floor(this.t - time)) this.clamped += 1;
    }

    snapshot(car, now = performance.now()) {
        const silence = (now - car.received) / 1000;
        const silent = car.state === "silent";
        const load = (front, left) => 3600 - front * car.ax * 300 - left * car.ay * 250;
        const wheels = [
            [1, 1],
            [1, -1],
            [-1, 1],
            [-1, -1],
        ];
        return {
            t: this.t,
            timestamp: this.t,
            running: !this.stopped,
            paused: this.paused,
            driver: true,
            name: car.name,
            mode: "plant",
            real_time_factor: this.paused ? 0 : this.scale,
            rate_hz: 100,
            time_scale: this.scale,
            x: car.x,
            y: car.y,
            z: 0.55,
            yaw: car.yaw,
            roll: 0.004 * car.ay,
            pitch: -0.005 * car.ax,
            vx: car.vx,
            vy: 0,
            vz: 0,
            r: car.r,
            wx: 0,
            wy: 0,
            ax: car.ax,
            ay: car.ay,
            steer: car.steer,
            throttle_applied: car.throttle,
            brake_applied: car.brake,
            Fz: wheels.map(([front, left]) => load(front, left)),
            Ft: wheels.map(() => [car.ax * 375, car.ay * 375]),
            wheel_spin: wheels.map(() => car.vx / 0.32),
            susp: [0, 0, 0, 0],
            rack_torque: car.ay * 0.6,
            kappa: [0, 0, 0.01, 0.01],
            alpha: [-0.01, -0.01, 0.01, 0.01],
            m_gx: null,
            m_gy: null,
            cmd: { throttle: car.throttle, brake: car.brake, steer: car.steer },
            cmd_in: null,
            gear: car.gear,
            handbrake: false,
            lamps: { blinker: "off", headlight: null },
            veh: car.id,
            live_vid: 0,
            vehicles: this.cars.map(({ id }) => id),
            parts: [
                {
                    kind: "program",
                    name: car.name,
                    light: silent ? "red" : car.state === "answering" ? "green" : "grey",
                    words: silent ? `silent for ${silence.toFixed(1)} s` : car.state,
                    age_s: silence,
                    figure: { name: "cycles", value: Math.round(this.t * 100), unit: "1" },
                },
                {
                    kind: "vehicle",
                    name: car.name,
                    light: "green",
                    words: "connected",
                    age_s: 0.004,
                    figure: { name: "speed", value: car.vx, unit: "m/s" },
                },
                {
                    kind: "filter",
                    name: "safety",
                    light: this.t % 10 > 8 ? "amber" : "green",
                    words: this.t % 10 > 8 ? "steering rate" : "passes",
                    age_s: 0.5,
                    figure: { name: "acted", value: this.clamped, unit: "1" },
                },
            ],
            signals: {
                true_velocity: car.vx,
                true_compass: (car.yaw * 180) / Math.PI,
                set_steering: car.steer,
                set_throttle: car.throttle,
                "trajectory_x[0]": car.x,
                "trajectory_x[1]": car.x + 1,
            },
            fleet: Object.fromEntries(
                this.cars.map((other) => [
                    other.id,
                    {
                        name: other.name,
                        x: other.x,
                        y: other.y,
                        z: 0.55,
                        yaw: other.yaw,
                        roll: 0,
                        pitch: 0,
                        vx: other.vx,
                        vy: 0,
                        steer: other.steer,
                        light: other.state === "silent" ? "red" : "green",
                    },
                ]),
            ),
        };
    }

    config() {
        const route = Array.from({ length: 181 }, (_, i) => {
            const angle = (i / 180) * 2 * Math.PI;
            return [40 * Math.sin(angle), 40 * (1 - Math.cos(angle))];
        });
        const signals = [
            {
                name: "true_velocity",
                unit: "m/s",
                direction: "input",
                meaning: "speed over ground",
            },
            {
                name: "set_steering",
                unit: "rad",
                direction: "output",
                meaning: "angle of the road wheels",
            },
        ];
        const patches = [{ start_m: 30, end_m: 50, right_m: 30, left_m: 50, friction: 0.3 }];
        const ground = { height_m: 0, heading_rad: 0, grade: 0, bank: 0, friction: 1, patches };
        return {
            version: "0.0.0",
            mode: "realtime",
            duration_s: null,
            control: this.control,
            vehicles: this.cars.map(({ id, name }) => ({
                id,
                name,
                control: this.control,
                geometry: GEOMETRY,
                route,
                ground,
                signals,
            })),
            yaml: "mode: realtime\n",
        };
    }

    stats() {
        const histogram = (middle) => {
            const buckets = Array.from({ length: 40 }, (_, i) => [
                middle * 1.15 ** (i - 20),
                Math.round(1000 * Math.exp(-(((i - 18) / 6) ** 2))),
            ]);
            return {
                count: 12000,
                p50: middle,
                p99: middle * 3,
                max: middle * 12,
                unit: "us",
                buckets: buckets.filter(([, n]) => n > 0),
            };
        };
        return {
            vehicles: this.cars.map((car) => ({
                id: car.id,
                name: car.name,
                sim_time_s: this.t,
                turns: Math.round(this.t * 100),
                failsafe_turns: 3,
                program: { state: car.state, losses: 0 },
                execution_time: histogram(180),
                latency: histogram(420),
                lateness: histogram(60),
                filters: [
                    {
                        name: "safety",
                        changed: this.clamped,
                        refused: 0,
                        withheld: 0,
                        last_reason: "steering rate",
                    },
                ],
                safety: this.safety,
                rules: this.safety
                    ? [{ name: "steering_rate", count: this.clamped, first_s: 1, last_s: this.t }]
                    : [],
                packets: {
                    cmd: {
                        sequence: Math.round(this.t * 100),
                        steer_rad: car.steer,
                        throttle: car.throttle,
                    },
                    state: { sequence: 7, vx_mps: car.vx },
                },
            })),
        };
    }

    table() {
        const car = this.cars[0];
        const entry = (id, name, type, value, owner) => ({ id, name, type, value, owner });
        return [
            entry("0x4000", "running", "bool", true, "program"),
            entry("0x4001", "run_cycle_switch", "bool", false, "gateway"),
            entry("0x4003", "true_velocity", "double", car.vx, "gateway"),
            entry("0x4004", "true_position_x", "double", car.x, "gateway"),
            entry("0x4005", "route_name", "string", "<b>not bold</b>", "gateway"),
            entry("0x4010", "set_steering", "double", car.steer, "program"),
        ];
    }

    async answer(request, response) {
        if (this.isDisconnected) return request.socket.destroy();
        const url = new URL(request.url, "http://mock");
        try {
            if (url.pathname === "/healthz")
                send(response, 200, { ok: true, studio: this.isStudio });
            else if (url.pathname.startsWith("/api/")) await this.answerApi(url, request, response);
            else await this.answerPage(url.pathname, response);
        } catch (error) {
            problem(response, error.status ?? 500, error.message, error.more);
        }
    }

    async answerPage(path, response) {
        const file = normalize(path === "/" ? "/index.html" : path);
        const bytes = await readFile(join(this.pageFolder, file)).catch(() => {
            throw refusal(404, "there is no such path");
        });
        response.writeHead(200, {
            "Content-Type": TYPES[extname(file)],
            "Content-Security-Policy": CSP,
        });
        response.end(bytes);
    }

    async answerApi(url, request, response) {
        const guarded = !/^\/api\/(io|state|stream)$/.test(url.pathname);
        if (this.token && guarded && request.headers.authorization !== `Bearer ${this.token}`)
            throw refusal(
                401,
                "needs the token that a terminal shows at the start, or --announce FD: Authorization: Bearer TOKEN",
            );
        const body = request.method === "POST" ? JSON.parse(await textOf(request)) : null;
        if (body) this.requests.push({ path: url.pathname, body });
        if (url.pathname === "/api/stream")
            return this.stream(this.car(url.searchParams.get("vehicle")), url, response);
        const json = this.json(url, body);
        if (json === undefined) throw refusal(404, "there is no such path");
        send(response, 200, json);
    }

    json(url, body) {
        switch (url.pathname) {
            case "/api/state":
                return this.snapshot(this.car(url.searchParams.get("vehicle")));
            case "/api/config":
                return this.config();
            case "/api/stats":
                return this.stats();
            case "/api/tables":
                return {
                    table: "vcg",
                    programs: [{ ref: "0x4000", name: "autopilot", vehicle: 0 }],
                };
            case "/api/tables/0x4000":
                return this.table();
            case "/api/log": {
                const after = Number(url.searchParams.get("after"));
                return { next: this.log.length, lines: this.log.filter(({ n }) => n >= after) };
            }
            case "/api/control":
                return this.controlRun(body);
            case "/api/io":
                return this.drive(body);
        }
    }

    controlRun({ do: what, steps = 1, time_scale }) {
        if (time_scale) this.scale = time_scale;
        if (what === "pause") this.paused = true;
        if (what === "resume") this.paused = false;
        if (what === "stop") this.stopped = true;
        if (what === "step") this.advance(steps * DT, performance.now());
        if (what === "release") this.cars.forEach((car) => (car.byHand = null));
        this.addLine("info", `control: ${what ?? `time scale ${time_scale}`}`);
        return { ok: true };
    }

    drive({ vehicle, throttle, brake, steer, gear }) {
        if (!this.control) throw refusal(403, "data_port: {control: true} is not configured");
        const car = this.car(vehicle);
        car.byHand = { throttle, brake, steer, gear, at: performance.now() };
        return this.snapshot(car);
    }

    car(wanted) {
        const car = this.cars.find(
            ({ id, name }) => String(id) === String(wanted ?? 0) || name === wanted,
        );
        if (!car) throw refusal(404, `there is no vehicle '${wanted}'`);
        return car;
    }

    stream(car, url, response) {
        response.writeHead(200, {
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-store",
        });
        const rate = Math.min(Math.max(Number(url.searchParams.get("rate")) || 20, 1), 60);
        const event = setInterval(
            () => response.write(`data: ${JSON.stringify(this.snapshot(car))}\n\n`),
            1000 / rate,
        );
        response.on("close", () => clearInterval(event));
    }
}

export function refusal(status, message, more = {}) {
    return Object.assign(new Error(message), { status, more });
}

export function send(response, status, json) {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(json));
}

function problem(response, status, detail, more) {
    response.writeHead(status, { "Content-Type": "application/problem+json" });
    response.end(
        JSON.stringify({
            type: "about:blank",
            title: "refused",
            status,
            detail,
            error: detail,
            ...more,
        }),
    );
}

export async function textOf(request) {
    let text = "";
    for await (const piece of request) text += piece;
    return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const mock = new MockServer(process.argv[2], { vehicles: Number(process.argv[4] ?? 3) });
    console.log(await mock.listen(Number(process.argv[3] ?? 0)));
}
