// SPDX-License-Identifier: MIT
// The numbers that all messages of a type have: fields of numbers and bools, also in nested messages
// and in arrays of a fixed length.
import type { parse } from "@foxglove/rosmsg";

const DEEPEST = 64;
const MOST_NUMBERS = 10_000;
const NOT_NUMBERS = new Set(["string", "wstring", "time", "duration"]);

type Types = ReturnType<typeof parse>;
type Field = Types[number]["definitions"][number];

export interface MessageNumber {
    /** Such as `pose.pose.position.x` and `wheel_load_n[3]`. */
    path: string;
    /** The properties that lead to it in a message. */
    keys: (string | number)[];
    /** Length of the longest array that contains it; 0: it is in no array. */
    arrayLength: number;
}

/**
 * @param types the first one is that of the message
 * @throws Error for a type that is not defined, is nested too deep or has too many numbers
 */
export function numbersOf(types: Types): MessageNumber[] {
    const byName = new Map(types.map((type) => [type.name ?? "", type.definitions]));
    const found: MessageNumber[] = [];

    const addValue = (field: Field, to: MessageNumber, depth: number): void => {
        if (!field.isComplex) {
            if (NOT_NUMBERS.has(field.type)) return;
            if (found.length >= MOST_NUMBERS)
                throw new Error(`its type has more than ${MOST_NUMBERS} numbers`);
            found.push(to);
            return;
        }
        const fields = byName.get(field.type);
        if (!fields) throw new Error(`its type ${field.type} is not defined`);
        addFields(fields, to, depth + 1);
    };
    const addFields = (
        fields: Field[],
        { path, keys, arrayLength }: MessageNumber,
        depth: number,
    ): void => {
        if (depth > DEEPEST) throw new Error(`its type is nested more than ${DEEPEST} levels deep`);
        for (const field of fields) {
            if (field.isConstant) continue;
            const name = path === "" ? field.name : `${path}.${field.name}`;
            const whole = { path: name, keys: [...keys, field.name], arrayLength };
            if (!field.isArray) addValue(field, whole, depth);
            // A sequence has another length in each message.
            const length = field.isArray ? (field.arrayLength ?? 0) : 0;
            for (let i = 0; i < length; ++i)
                addValue(
                    field,
                    {
                        path: `${name}[${i}]`,
                        keys: [...whole.keys, i],
                        arrayLength: Math.max(arrayLength, length),
                    },
                    depth,
                );
        }
    };
    addFields(types[0]?.definitions ?? [], { path: "", keys: [], arrayLength: 0 }, 0);
    return found;
}

/** The number in a message. A bool is 0 or 1; an integer above 2^53 is rounded. */
export function valueIn(message: unknown, { keys }: MessageNumber): number {
    let value = message;
    for (const key of keys) value = (value as Record<string | number, unknown>)[key];
    return typeof value === "number" ? value : Number(value);
}
