// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import type { Json, JsonObject } from "../src/studio/contract";
import { readWords } from "../src/studio/controls";
import {
    outwards,
    pathText,
    relativeTo,
    resolvedFrom,
    valueAt,
    withValue,
} from "../src/studio/path";
import { defaultsOf, fits, Place, type Schema, type Schemas } from "../src/studio/schema";
import { flatten } from "../src/studio/summary";
import { readTraceText, SECOND, Traces } from "../src/studio/trace";

const FOLDER = "../../schemas/";
const ENDING = ".schema.json";
const schemas: Schemas = Object.fromEntries(
    readdirSync(FOLDER)
        .filter((name) => name.endsWith(ENDING))
        .map((name) => [
            name.slice(0, -ENDING.length),
            JSON.parse(readFileSync(FOLDER + name, "utf8")) as Schema,
        ]),
);

function place(kind: string, value: Json, ...path: string[]): Place {
    let here = Place.root(schemas, kind);
    let at: Json | undefined = value;
    for (const key of path) {
        here = here.property(key, at)!;
        at = (at as JsonObject)?.[key];
    }
    return here;
}

test("references to other files are resolved; keys beside a reference have precedence", () => {
    const sut = place("run", {}, "duration_s");
    assert.equal(sut.schema.title, "Duration");
    assert.match(sut.schema.description!, /in realtime mode no end/);
    assert.equal(sut.schema.minimum, 0.001);
});

test("conditions exclude keys, at any depth", () => {
    const root = Place.root(schemas, "run");
    assert.ok(root.keysOf({}).includes("timing") && !root.keysOf({}).includes("realtime"));
    const realtime = { mode: "realtime" };
    assert.ok(!root.keysOf(realtime).includes("timing"));
    assert.ok(!place("run", realtime, "program").keysOf({}).includes("on_loss"));
    assert.ok(place("run", {}, "program").keysOf({}).includes("on_loss"));
    const several = root.keysOf({ programs: [] });
    assert.ok(!several.includes("vehicle") && several.includes("programs"));
    const item = place("run", { programs: [{}] }, "programs").item([{}])!;
    assert.ok(item.keysOf({}).includes("safety"));
    assert.ok(!item.keysOf({ vehicle: { of: "a" } }).includes("safety"));
});

test("allowed alternatives are offered, and that of a value is found", () => {
    const titles = (value: JsonObject): string[] => {
        const sut = place("run", value, "vehicle");
        return sut.alternatives(value["vehicle"]).map(({ schema }) => schema.title!);
    };
    assert.deepEqual(titles({}), ["Simulated", "By an FMU"]);
    assert.equal(titles({ mode: "realtime" }).length, 5);
    const value = { mode: "realtime", vehicle: { vds1: { cmd_port: 7 }, tyre: 3 } };
    const sut = place("run", value, "vehicle");
    const among = sut.alternatives(value.vehicle);
    assert.equal(sut.alternativeOf({ vds1: {} }, among)!.schema.title, "Over VDS1");
    assert.equal(sut.alternativeOf({ model: "bicycle" }, among)!.schema.title, "Simulated");
    assert.equal(sut.alternativeOf({ model: "bicicle" }, among)!.schema.title, "Simulated");
});

test("the form of every schema has all keys, and its defaults are valid", () => {
    for (const kind of ["vehicle", "tyre", "ground", "solver", "actuator", "sensor"]) {
        const sut = Place.root(schemas, kind);
        const value = defaultsOf(sut)!;
        assert.deepEqual(sut.keysOf(value), Object.keys(sut.schema.properties!), kind);
        assert.ok(fits(schemas, kind, schemas[kind]!, value), kind);
    }
});

test("a value is set at its path, in the order of the schema", () => {
    const root = Place.root(schemas, "run");
    const one = withValue(root, { route: { file: "a.csv" } }, ["vehicle", "tyre"], "b.yaml")!;
    const two = withValue(root, one, ["mode"], "realtime")!;
    assert.deepEqual(Object.keys(two), ["mode", "vehicle", "route"]);
    const three = withValue(root, two, ["vehicle", "model"], "bicycle")!;
    assert.deepEqual(valueAt(three, ["vehicle"]), { model: "bicycle", tyre: "b.yaml" });
    assert.deepEqual(Object.keys(valueAt(three, ["vehicle"]) as object), ["model", "tyre"]);
    const four = withValue(root, three, ["vehicle", "tyre"], undefined)!;
    assert.deepEqual(valueAt(four, ["vehicle"]), { model: "bicycle" });
    const five = withValue(root, {}, ["program", "exec", 0], "autopilot")!;
    assert.deepEqual(five, { program: { exec: ["autopilot"] } });
    assert.deepEqual(withValue(root, five, ["program", "exec", 0], undefined), {
        program: { exec: [] },
    });
});

test("paths are written as in messages of the gateway", () => {
    assert.equal(pathText(["programs", 0, "vehicle", "model"]), "programs[0].vehicle.model");
    assert.deepEqual(outwards("programs[0].exec[1]"), [
        "programs[0].exec[1]",
        "programs[0].exec",
        "programs[0]",
        "programs",
    ]);
    assert.deepEqual(outwards(""), []);
});

test("files are named relative to the configuration", () => {
    assert.equal(relativeTo("demo/web.yaml", "demo/route.csv"), "route.csv");
    assert.equal(relativeTo("demo/web.yaml", "plant/tyre/wet.yaml"), "../plant/tyre/wet.yaml");
    assert.equal(relativeTo("run.yaml", "demo/route.csv"), "demo/route.csv");
    assert.equal(resolvedFrom("demo/web.yaml", "../plant/tyre/wet.yaml"), "plant/tyre/wet.yaml");
    assert.equal(resolvedFrom("run.yaml", "./a.yaml"), "a.yaml");
});

test("typed text becomes a number only if the schema accepts one", () => {
    assert.equal(readWords(" 1e-3 ", { type: "number" }), 0.001);
    assert.equal(readWords("abc", { type: "number" }), "abc");
    assert.equal(readWords("12", { type: "string" }), "12");
    assert.equal(readWords("12", { oneOf: [{ type: "integer" }, { type: "string" }] }), 12);
    assert.equal(
        readWords("0x4000", { oneOf: [{ type: "integer" }, { type: "string" }] }),
        "0x4000",
    );
    assert.equal(readWords("18446744073709551615", { type: "integer" }), "18446744073709551615");
    assert.equal(readWords("  ", { type: "string" }), undefined);
});

test("summaries are flattened with the names of ddc-gateway compare", () => {
    const found = flatten({ programs: [{ cycles: 3, vehicle: { x_m: 1.5 } }], error: null });
    assert.deepEqual(Object.fromEntries(found), {
        "programs[0].cycles": 3,
        "programs[0].vehicle.x_m": 1.5,
        error: null,
    });
});

test("a recording is read without text columns and an incomplete last line", async () => {
    const sut = await readTraceText("name,t_s,vx_mps\na,0,1\na,0.5,nan\na,1,3\na,1.5");
    assert.deepEqual(sut.time, [0, 0.5, 1]);
    assert.deepEqual([...sut.columns], [["vx_mps", [1, null, 3]]]);
    await assert.rejects(readTraceText("a,b\n1,2"), /Not a recording/);
    await assert.rejects(readTraceText("t_s,b\n"), /no rows/);
});

test("two recordings share one time axis", async () => {
    const one = await readTraceText("t_s,v\n0,1\n1,2\n2,3");
    const other = await readTraceText("t_s,v\n0.5,10\n1,20\n3,30");
    const sut = new Traces(one, other);
    const { time, values } = sut.window(["v", "v" + SECOND], 0, 3);
    assert.deepEqual(time, [0, 0.5, 1, 2, 3]);
    assert.deepEqual(values[0], [1, undefined, 2, 3, undefined]);
    assert.equal(sut.valueAt("v", 0.7), 1);
    assert.equal(sut.valueAt("v" + SECOND, 2.5), 20);
    assert.equal(sut.valueAt("v" + SECOND, null), 30);
    assert.deepEqual(sut.names, ["v"]);
});
