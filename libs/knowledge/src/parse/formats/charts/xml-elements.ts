import { type Document, type Element, isTag } from 'domhandler';
import { collectRaw } from '../collect-text.js';
import { elementsNamed } from '../read-xml.js';

/** The name without its namespace's prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function childrenNamed(parent: Element | Document, ...names: readonly string[]): Element[] {
  return parent.children.filter(isTag).filter((child) => names.includes(localName(child.name)));
}

/** The element at the end of a path of children. */
export function childAt(parent: Element | Document | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | Document | undefined>(
    (element, name) => element && childrenNamed(element, name)[0],
    parent,
  ) as Element | undefined;
}

/** The elements with a name below another one, but none from below those with a name in `ends`. */
export function below(parent: Element, name: string, ...ends: readonly string[]): Element[] {
  return [...elementsNamed(parent as unknown as Document, name, ...ends)];
}

export function textIn(element: Element | undefined): string {
  return element === undefined ? '' : collectRaw(element).replace(/\s+/g, ' ').trim();
}

/** The value of an attribute, whatever the prefix of its name. */
export function attribute({ attribs }: Element, name: string): string {
  return attribs[name] ?? Object.entries(attribs).find(([key]) => localName(key) === name)?.[1] ?? '';
}
