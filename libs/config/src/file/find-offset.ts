import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { ConfigPath } from '../config-path.js';
import { unmarkReferences } from './interpolate.js';

/** The key of a YAML pair as the name of a property. */
export function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? unmarkReferences(String(pair.key.value ?? '')) : '';
}

/**
 * Finds the offset in the text at which a path begins: its key, or its list entry. Where the file has no such path (a
 * required key that is missing, a value that a merge brought), the nearest thing around it counts.
 */
export function findOffset(document: Document, path: ConfigPath): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const part of path) {
    const container = isAlias(node) ? node.resolve(document) : node;
    if (isMap(container)) {
      const pair = container.items.findLast((item) => keyOf(item) === part);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(container) && typeof part === 'number') {
      node = container.items[part];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}
