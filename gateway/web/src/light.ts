// SPDX-License-Identifier: MIT
// A light shows a state by colour, shape and label.
import type { Light } from "./contract";
import { setAttribute, svg } from "./dom";

const SHAPES: Record<Light, string> = {
    green: "M8 2a6 6 0 1 0 .01 0z",
    amber: "M8 1.5 15 14H1z",
    red: "M2.5 2.5h11v11h-11z",
    grey: "M8 2a6 6 0 1 0 .01 0zm0 2.5a3.5 3.5 0 1 1-.01 0z",
};

export function makeLight(): SVGSVGElement {
    return svg("svg", { class: "light", viewBox: "0 0 16 16", role: "img" }, svg("path"));
}

export function setLight(element: SVGSVGElement, light: Light, words: string): void {
    setAttribute(element, "data-light", light);
    setAttribute(element, "aria-label", words);
    setAttribute(element.firstElementChild!, "d", SHAPES[light] ?? SHAPES.grey);
}
