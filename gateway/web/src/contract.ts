// SPDX-License-Identifier: MIT
// The replies of the data port that the page reads: schemas/data_port.openapi.json.

export type Light = "green" | "amber" | "red" | "grey";

export interface Part {
    kind: "program" | "peer" | "vehicle" | "filter";
    name: string;
    light: Light;
    words: string;
    age_s: number | null;
    figure: { name: string; value: number | null; unit: string } | null;
}

export interface FleetRow {
    name: string;
    x: number;
    y: number;
    z: number;
    yaw: number;
    roll: number;
    pitch: number;
    vx: number;
    vy: number;
    steer: number;
    light?: Light;
}

export interface Snapshot {
    t: number;
    name?: string;
    veh?: number;
    mode?: "measured" | "realtime" | "plant";
    running?: boolean;
    paused?: boolean;
    driver?: string | null;
    real_time_factor?: number | null;
    rate_hz?: number | null;
    time_scale?: number | null;
    /** "drive", "reverse", ... */
    gear?: string | number | null;
    cmd?: { throttle: number | null; brake: number | null; steer: number | null } | null;
    parts?: Part[];
    signals?: Record<string, number | boolean | string | null>;
    /** Whether each fault is active, in the order of the vehicle's faults in the configuration. */
    faults?: boolean[];
    fleet?: Record<string, FleetRow>;
    [key: string]: unknown;
}

export interface Geometry {
    wheelbase_m: number;
    track_front_m: number;
    track_rear_m: number;
    cg_to_front_m: number;
    cg_height_m: number;
    wheel_radius_m: number;
    length_m: number;
    width_m: number;
    height_m: number;
}

export interface VehicleConfig {
    id: number;
    name: string;
    geometry?: Partial<Geometry> | null;
    route?: [number, number][] | null;
    signals?: { name: string; unit?: string | null; direction?: string; meaning?: string | null }[];
    control?: boolean;
    ground?: Ground | null;
    faults?: { name: string; kind: string; target: string }[];
}

/** Lengths are along and across the heading of the ground. */
export interface Ground {
    height_m?: number;
    heading_rad?: number;
    friction?: number;
    /** Slopes as rise over run: along the heading (`grade`) and to its left (`bank`). */
    grade?: number;
    bank?: number;
    patches?: FrictionPatch[];
}

export interface FrictionPatch {
    start_m: number;
    end_m: number;
    right_m: number;
    left_m: number;
    friction: number;
}

export interface Config {
    mode?: string;
    duration_s?: number | null;
    programs?: VehicleConfig[];
    vehicles?: VehicleConfig[];
    control?: boolean;
    version?: string;
    yaml?: string;
}

export interface TableEntry {
    id: string;
    name: string | null;
    type: string;
    value: number | string | boolean | null;
    owner: string | null;
}

/** Reply to GET /api/tables. */
export interface TableList {
    programs: { ref: string; name: string; vehicle: number }[];
}

export interface LogLine {
    n: number;
    /** Seconds since 1970. */
    time: number;
    level: string;
    text: string;
}

/** One command of the driver: body of POST /api/io. */
export interface DriveCommand {
    throttle: number;
    brake: number;
    steer: number;
    gear: "drive" | "reverse";
}

/** Reply to GET /api/stats. */
export interface Stats {
    vehicles: VehicleStats[];
}

export interface VehicleStats {
    id: number;
    name: string;
    sim_time_s?: number;
    turns?: number;
    failsafe_turns?: number;
    program?: Record<string, number | string>;
    execution_time?: Histogram;
    latency?: Histogram;
    lateness?: Histogram;
    filters?: {
        name: string;
        changed: number;
        refused: number;
        withheld?: number;
        last_reason: string;
    }[];
    /** Whether the run has a section `safety`. */
    safety?: boolean;
    rules?: { name: string; count: number; first_s: number; last_s: number }[];
    packets?: Packets | null;
}

/** One error of a configuration. */
export interface Problem {
    line?: number;
    column?: number;
    /** Dotted path, such as "programs[0].vehicle.model"; empty if the error has no key. */
    key: string;
    message: string;
    /** A file that the configuration names and that has the error. */
    file?: string;
}

/** Times in microseconds, buckets as [upper edge, count]. */
export interface Histogram {
    count: number;
    p50: number;
    p99: number;
    max: number;
    buckets: [number, number][];
}

/** The last packets sent to and received from a VDS1 peer, field by field. */
export interface Packets {
    cmd?: Record<string, unknown> | null;
    state?: Record<string, unknown> | null;
}
