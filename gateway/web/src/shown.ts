// SPDX-License-Identifier: MIT
// The part of the store that the picture and the instruments read. A run and a recording have it.
import type { Store } from "./store";

export interface ShownValues {
    /** The time that is shown. */
    readonly last: number;
    /** The value at that time; NaN if there is none. */
    value(name: string): number;
    window(names: string[], from: number, to: number): { values: Float32Array[] };
}

export type Shown = Pick<
    Store,
    | "lostFor_s"
    | "part"
    | "previous"
    | "report"
    | "show"
    | "snapshot"
    | "stalledFor_s"
    | "vehicle"
    | "vehicleId"
    | "vehicles"
    | "view"
> & { readonly recording: ShownValues };
