// SPDX-License-Identifier: MIT
// Paints the bands of faults in a chart.
import type uPlot from "uplot";
import type { FaultBand } from "../fault_bands";

const OPACITY = 0.16;
const NAME_PX = 14;
const ROW_PX = 18;
const MARGIN_PX = 4;

/** A band in pixels of the canvas. */
interface Area {
    left: number;
    width: number;
}

function areaOf(plot: uPlot, { from, until }: FaultBand): Area {
    const { left, width } = plot.bbox;
    const inside = (t: number): number =>
        Math.min(Math.max(plot.valToPos(t, "x", true), left), left + width);
    // A short band is visible as a line.
    return { left: inside(from), width: Math.max(inside(until) - inside(from), devicePixelRatio) };
}

function isShown(plot: uPlot, { from, until }: FaultBand): boolean {
    const { min, max } = plot.scales["x"]!;
    return typeof min === "number" && typeof max === "number" && from <= max && until >= min;
}

/** Paints the bands; to be called before the lines are drawn. */
export function paintBands(plot: uPlot, bands: readonly FaultBand[], colour: string): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.globalAlpha = OPACITY;
    ctx.fillStyle = colour;
    for (const band of bands) {
        if (!isShown(plot, band)) continue;
        const { left, width } = areaOf(plot, band);
        ctx.fillRect(left, bbox.top, width, bbox.height);
    }
    ctx.restore();
}

/** Writes the names into the bands that are wide enough, a row for each fault. */
export function paintNames(
    plot: uPlot,
    bands: readonly FaultBand[],
    names: readonly string[],
    colour: string,
): void {
    const { ctx, bbox } = plot;
    const scale = devicePixelRatio;
    ctx.save();
    ctx.font = `${NAME_PX * scale}px system-ui, sans-serif`;
    ctx.fillStyle = colour;
    ctx.textAlign = "left";
    ctx.textBaseline = "top";
    const rows = Math.max(1, Math.floor(bbox.height / (ROW_PX * scale)));
    for (const band of bands) {
        const { left, width } = areaOf(plot, band);
        const margin = MARGIN_PX * scale;
        if (ctx.measureText(band.name).width + 2 * margin > width) continue;
        const row = names.indexOf(band.name) % rows;
        ctx.fillText(band.name, left + margin, bbox.top + margin + row * ROW_PX * scale);
    }
    ctx.restore();
}
