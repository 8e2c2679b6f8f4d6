// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import test from "node:test";
import { Draft } from "../src/studio/draft";

/** A studio that replies when the test lets it: the YAML of a value is its JSON, always valid. */
function scene() {
    const kept = new Map<string, string>();
    Object.assign(globalThis, {
        sessionStorage: {
            getItem: (key: string) => kept.get(key) ?? null,
            setItem: (key: string, text: string) => kept.set(key, text),
        },
    });
    const waiting: (() => void)[] = [];
    globalThis.fetch = async (address, options) => {
        const body = JSON.parse(options!.body as string) as { value?: unknown };
        await new Promise<void>((done) => waiting.push(done));
        const isYaml = String(address).endsWith("/yaml");
        return new Response(
            JSON.stringify(isYaml ? { yaml: JSON.stringify(body.value) } : { problems: [] }),
        );
    };
    /** @returns the text when the draft has settled */
    const settled = async (): Promise<string> => {
        let yaml: string | null = null;
        void sut.settle().then(() => (yaml = sut.yaml));
        while (yaml === null) {
            await new Promise((done) => setImmediate(done));
            for (const answer of waiting.splice(0)) answer();
        }
        return yaml;
    };
    const request = <T>(request: () => Promise<T>): Promise<T> => request();
    const shown: string[] = [];
    const sut = new Draft("run", "run.yaml", "", { request }, (what) => {
        if (what === "text") shown.push(sut.yaml);
    });
    return { sut, shown, settled };
}

test("a settled draft contains the last change, also while a request is pending", async () => {
    const { sut, settled } = scene();
    sut.setValue({ duration_s: 1 });
    void sut.settle(); // as after QUIET_MS
    assert.equal(await settled(), '{"duration_s":1}');
});

test("a reply to an older change is ignored", async () => {
    const { sut, shown, settled } = scene();
    sut.setValue({ duration_s: 1 });
    void sut.settle();
    sut.setValue({ duration_s: 2 });
    await settled();
    assert.deepEqual(shown, ['{"duration_s":2}']);
});
