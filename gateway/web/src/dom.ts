// SPDX-License-Identifier: MIT
// Creates and updates elements. Data become text or attributes, never HTML.

type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | ((event: never) => void)>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function")
            element.addEventListener(name, value as unknown as EventListener);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false) element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child): child is Node | string => child !== null));
    return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Writes the text only if it differs: each write costs a layout. */
export function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element, name: string, value: string): void {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Gives the list one child per item and updates every child. */
export function fillList<T, E extends Element>(
    list: Element,
    items: readonly T[],
    make: () => E,
    update: (element: E, item: T, index: number) => void,
): void {
    while (list.children.length > items.length) list.lastElementChild!.remove();
    while (list.children.length < items.length) list.append(make());
    items.forEach((item, index) => update(list.children[index] as E, item, index));
}

/** Yields to the event loop, so that the browser can paint and handle input. */
export function nextTask(): Promise<void> {
    return new Promise((done) => setTimeout(done));
}

export function cssColour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
