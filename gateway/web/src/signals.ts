// SPDX-License-Identifier: MIT
// What is known of a signal besides its values: unit, meaning, colour.
import type { VehicleConfig } from "./contract";

export interface SignalInfo {
    unit: string;
    meaning: string;
}

const WHEELS = ["front left", "front right", "rear left", "rear right"];

/** Of the snapshot's own keys; those of ports come with the configuration. */
const KNOWN: Record<string, [unit: string, meaning: string]> = {
    x: ["m", "position east"],
    y: ["m", "position north"],
    z: ["m", "height"],
    yaw: ["rad", "heading"],
    roll: ["rad", "roll"],
    pitch: ["rad", "pitch"],
    vx: ["m/s", "speed forward"],
    vy: ["m/s", "speed to the left"],
    r: ["rad/s", "yaw rate"],
    wx: ["rad/s", "roll rate"],
    wy: ["rad/s", "pitch rate"],
    ax: ["m/s²", "acceleration forward"],
    ay: ["m/s²", "acceleration to the left"],
    steer: ["rad", "angle of the road wheels"],
    throttle_applied: ["1", "throttle after the actuator"],
    brake_applied: ["1", "brake after the actuator"],
    rack_torque: ["N m", "torque at the hand wheel"],
    Fz: ["N", "load on the wheel"],
    wheel_spin: ["rad/s", "spin of the wheel"],
    susp: ["m", "compression of the spring"],
    kappa: ["1", "slip ratio"],
    alpha: ["rad", "slip angle"],
    m_gx: ["m", "measured position east"],
    m_gy: ["m", "measured position north"],
    m_ax: ["m/s²", "measured acceleration forward"],
    m_ay: ["m/s²", "measured acceleration to the left"],
    m_wz: ["rad/s", "measured yaw rate"],
    m_steer: ["rad", "measured angle of the road wheels"],
    "cmd.throttle": ["1", "throttle, as applied"],
    "cmd.brake": ["1", "brake, as applied"],
    "cmd.steer": ["rad", "steering, as applied"],
    real_time_factor: ["1", "simulated seconds a second"],
    rate_hz: ["Hz", "turns a second"],
    dt: ["s", "length of a turn"],
    grade: ["1", "slope along the road"],
    bank: ["1", "slope across the road"],
    route_distance: ["m", "distance from the route"],
    vz: ["m/s", "speed up"],
    io_age: ["s", "age of the last command by hand"],
};

export function signalInfo(name: string, vehicle: VehicleConfig | undefined): SignalInfo {
    const index = /\[(\d+)\]/.exec(name);
    const base = name.replace(/\[\d+\]/g, "").replace(/^signals\./, "");
    const plain = name.replace(/^signals\./, "");
    const port = vehicle?.signals?.find((signal) => signal.name === plain || signal.name === base);
    if (port) return { unit: port.unit ?? "", meaning: port.meaning ?? "" };
    if (base === "Ft") return { unit: "N", meaning: `tyre force ${wheel(index)}` };
    const known = KNOWN[base];
    if (!known) return { unit: unitOfName(base), meaning: "" };
    return { unit: known[0], meaning: known[1] + (index ? ` ${wheel(index)}` : "") };
}

/** What our own files say in their names, longest first. */
const SUFFIXES: [suffix: string, unit: string][] = [
    ["_mps2", "m/s²"],
    ["_radps", "rad/s"],
    ["_mps", "m/s"],
    ["_rad", "rad"],
    ["_deg", "deg"],
    ["_hz", "Hz"],
    ["_us", "µs"],
    ["_m", "m"],
    ["_n", "N"],
    ["_s", "s"],
];

function unitOfName(name: string): string {
    return SUFFIXES.find(([suffix]) => name.endsWith(suffix))?.[1] ?? "";
}

function wheel(index: RegExpExecArray | null): string {
    return WHEELS[Number(index?.[1])] ?? "";
}

/** Okabe and Ito's colours; yellow and black only where they can be seen. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a"];
const given = new Map<string, number>();

/** The same signal has the same colour everywhere, as long as the page is open. */
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
