// SPDX-License-Identifier: MIT
// Properties of a signal besides its values: unit, meaning, colour.
import type { VehicleConfig } from "./contract";
import { faultOf } from "./fault_bands";

export interface SignalInfo {
    unit: string;
    meaning: string;
}

const WHEELS = ["front left", "front right", "rear left", "rear right"];

/** Keys of the snapshot; the configuration describes those of ports. */
const KNOWN: Record<string, [unit: string, meaning: string]> = {
    x: ["m", "position east"],
    y: ["m", "position north"],
    z: ["m", "height"],
    yaw: ["rad", "heading"],
    roll: ["rad", "roll"],
    pitch: ["rad", "pitch"],
    vx: ["m/s", "longitudinal speed"],
    vy: ["m/s", "lateral speed (left positive)"],
    r: ["rad/s", "yaw rate"],
    wx: ["rad/s", "roll rate"],
    wy: ["rad/s", "pitch rate"],
    ax: ["m/s²", "longitudinal acceleration"],
    ay: ["m/s²", "lateral acceleration (left positive)"],
    steer: ["rad", "road-wheel angle"],
    throttle_applied: ["1", "throttle after the actuator"],
    brake_applied: ["1", "brake after the actuator"],
    rack_torque: ["N m", "torque at the steering wheel"],
    Fz: ["N", "load on the wheel"],
    wheel_spin: ["rad/s", "wheel speed"],
    susp: ["m", "suspension compression"],
    kappa: ["1", "slip ratio"],
    alpha: ["rad", "slip angle"],
    m_gx: ["m", "measured position east"],
    m_gy: ["m", "measured position north"],
    m_ax: ["m/s²", "measured longitudinal acceleration"],
    m_ay: ["m/s²", "measured lateral acceleration (left positive)"],
    m_wz: ["rad/s", "measured yaw rate"],
    m_steer: ["rad", "measured road-wheel angle"],
    "cmd.throttle": ["1", "applied throttle"],
    "cmd.brake": ["1", "applied brake"],
    "cmd.steer": ["rad", "applied steering"],
    real_time_factor: ["1", "simulated time divided by wall time"],
    rate_hz: ["Hz", "cycles per second"],
    dt: ["s", "duration of a cycle"],
    grade: ["1", "slope along the road"],
    bank: ["1", "slope across the road"],
    route_distance: ["m", "distance from the route"],
    vz: ["m/s", "vertical speed (up positive)"],
    io_age: ["s", "age of the last manual command"],
};

export function signalInfo(name: string, vehicle: VehicleConfig | undefined): SignalInfo {
    const index = /\[(\d+)\]/.exec(name);
    const base = name.replace(/\[\d+\]/g, "").replace(/^signals\./, "");
    const plain = name.replace(/^signals\./, "");
    const port = vehicle?.signals?.find((signal) => signal.name === plain || signal.name === base);
    if (port) return { unit: port.unit ?? "", meaning: port.meaning ?? "" };
    if (base === "Ft") return { unit: "N", meaning: `tyre force ${wheel(index)}` };
    if (faultOf(name) !== null) return { unit: "1", meaning: "1 while the fault is active" };
    const known = KNOWN[base];
    if (!known) return { unit: unitOfName(base), meaning: "" };
    return { unit: known[0], meaning: known[1] + (index ? ` ${wheel(index)}` : "") };
}

/** Suffixes of column names of the project, longest first, and their units. */
const SUFFIXES: [suffix: string, unit: string][] = [
    ["_mps2", "m/s²"],
    ["_radps", "rad/s"],
    ["_mps", "m/s"],
    ["_rad", "rad"],
    ["_deg", "deg"],
    ["_1pm", "1/m"],
    ["_nm", "N m"],
    ["_hz", "Hz"],
    ["_us", "µs"],
    ["_m", "m"],
    ["_n", "N"],
    ["_s", "s"],
];

/** Fields of messages of ROS 2, which have no suffix. */
const FIELDS: [path: RegExp, unit: string][] = [
    [/\.position\.[xyz]$/, "m"],
    [/\.linear\.[xyz]$/, "m/s"],
    [/\.angular\.[xyz]$/, "rad/s"],
];

function unitOfName(name: string): string {
    const named = SUFFIXES.find(([suffix]) => name.endsWith(suffix));
    return (named ?? FIELDS.find(([path]) => path.test(name)))?.[1] ?? "";
}

function wheel(index: RegExpExecArray | null): string {
    return WHEELS[Number(index?.[1])] ?? "";
}

/** Okabe and Ito's colours, without yellow and black, which have too little contrast here. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a"];
const given = new Map<string, number>();

/** A signal keeps its colour in all charts while the page is open. */
export function signalColour(name: string, beside: readonly string[]): string {
    let index = given.get(name);
    if (index === undefined) {
        const used = COLOURS.map(
            (_, i) => beside.filter((other) => other !== name && given.get(other) === i).length,
        );
        index = used.indexOf(Math.min(...used));
        given.set(name, index);
    }
    return COLOURS[index]!;
}
