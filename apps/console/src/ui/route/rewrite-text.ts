import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isObject } from '../json-object.js';
import type { RouteConfig } from './route-graph.js';
import { type Language, readText, writeValue } from './route-text.js';

/**
 * A text that says what a config says, written into the text that was there: comments, the order of members and the way of writing stay
 * where the config did not change. Values that cannot be changed in place, such as an alias of something else, are written anew.
 */
export function rewriteText(text: string, config: RouteConfig, language: Language): string {
  if (language === 'json') return writeValue(config, language);
  const written = mergeText(text, config);
  return written !== undefined && isSame(readText(written).body, config) ? written : writeValue(config, language);
}

function mergeText(text: string, config: RouteConfig): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  try {
    mergeMap(document, document.contents, config);
    return document.toString({ lineWidth: 100 });
  } catch {
    // An alias is left whose anchor is gone.
    return undefined;
  }
}

function mergeMap(document: Document, map: YAMLMap, value: RouteConfig): void {
  map.items = map.items.filter((pair) => Object.hasOwn(value, nameOf(pair)));
  for (const [name, member] of Object.entries(value)) {
    const pair = map.items.find((each) => nameOf(each) === name);
    if (pair === undefined) map.items.push(document.createPair(name, member) as Pair);
    else pair.value = mergeNode(document, pair.value, member);
  }
}

function nameOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

function mergeSeq(document: Document, seq: YAMLSeq, values: readonly unknown[]): void {
  const before = seq.items;
  const texts = before.map((item) => JSON.stringify(readNode(document, item)));
  const free = new Set(before.keys());
  // An item that only moved takes its comments with it.
  const kept = values.map((value) => {
    const text = JSON.stringify(value);
    const found = [...free].find((index) => texts[index] === text);
    if (found !== undefined) free.delete(found);
    return found;
  });
  seq.items = values.map((value, index) => {
    const from = kept[index] ?? (free.delete(index) ? index : undefined);
    return from === undefined ? document.createNode(value) : mergeNode(document, before[from], value);
  });
}

function mergeNode(document: Document, node: unknown, value: unknown): unknown {
  if (isMap(node) && isObject(value)) mergeMap(document, node, value);
  else if (isSeq(node) && Array.isArray(value)) mergeSeq(document, node, value);
  else if (isScalar(node) && !isCollection(value)) {
    if (node.value !== value) {
      node.value = value;
      delete node.format;
      delete node.minFractionDigits;
    }
  } else if (!isNode(node) || !isSame(readNode(document, node), value)) return document.createNode(value);
  return node;
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function readNode(document: Document, node: unknown): unknown {
  if (isAlias(node) || isMap(node) || isSeq(node) || isScalar(node)) return (node as Node).toJS(document);
  return isPair(node) ? undefined : node;
}

/** True if two values of JSON are the same; the order of members does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
