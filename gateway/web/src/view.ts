// SPDX-License-Identifier: MIT
// The selections of the page. The address contains them all, so that it can be shared.

export const CAMERAS = ["chase", "orbit", "top"] as const;
export type CameraName = (typeof CAMERAS)[number];
export const DRAWERS = ["tables", "timing", "safety", "log", "packets"] as const;
export type DrawerName = (typeof DRAWERS)[number];

/** Places of the studio; "" is the page of a run. */
export const PLACES = ["start", "setup", "runs", "recording"] as const;
export type Place = (typeof PLACES)[number] | "";

export interface View {
    at: Place;
    /** The selected run of the studio; `other` is compared with it. "": none. */
    run: string;
    other: string;
    vehicle: string;
    signals: string[];
    /** Width of the charts while they follow the newest value. */
    span_s: number;
    /** The zoomed range of time; null: the charts follow. */
    zoom: [number, number] | null;
    camera: CameraName;
    drawer: DrawerName | null;
}

export const FIRST_VIEW: View = {
    at: "",
    run: "",
    other: "",
    vehicle: "",
    signals: ["vx", "cmd.throttle", "cmd.brake", "steer", "ay"],
    span_s: 30,
    zoom: null,
    camera: "chase",
    drawer: null,
};

export function viewToHash(view: View): string {
    const parts: string[] = [];
    const add = (key: string, value: string): void => {
        // A fragment may contain brackets, commas and dots.
        parts.push(
            `${key}=${encodeURIComponent(value).replace(/%(5B|5D|2C)/g, decodeURIComponent)}`,
        );
    };
    if (view.at !== "") add("at", view.at);
    if (view.run !== "") add("run", view.run);
    if (view.other !== "") add("other", view.other);
    if (view.vehicle !== "") add("vehicle", view.vehicle);
    if (view.signals.join() !== FIRST_VIEW.signals.join()) add("signals", view.signals.join());
    if (view.span_s !== FIRST_VIEW.span_s) add("span", String(view.span_s));
    if (view.zoom) add("zoom", view.zoom.map((t) => t.toFixed(3)).join());
    if (view.camera !== FIRST_VIEW.camera) add("camera", view.camera);
    if (view.drawer) add("drawer", view.drawer);
    return parts.length ? "#" + parts.join("&") : "";
}

/** Fields that are missing or invalid have their values of FIRST_VIEW. */
export function viewFromHash(hash: string): View {
    const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
    const signals = fields.get("signals");
    const span_s = Number(fields.get("span"));
    const zoom = (fields.get("zoom") ?? "").split(",").map(Number);
    const [from, to] = zoom;
    return {
        at: PLACES.find((name) => name === fields.get("at")) ?? "",
        run: fields.get("run") ?? "",
        other: fields.get("other") ?? "",
        vehicle: fields.get("vehicle") ?? "",
        signals: signals === null ? [...FIRST_VIEW.signals] : signals.split(",").filter(Boolean),
        span_s: span_s >= 1 && span_s <= 600 ? span_s : FIRST_VIEW.span_s,
        zoom: zoom.length === 2 && to! > from! ? [from!, to!] : null,
        camera: CAMERAS.find((name) => name === fields.get("camera")) ?? FIRST_VIEW.camera,
        drawer: DRAWERS.find((name) => name === fields.get("drawer")) ?? null,
    };
}
