import { isRecord } from '@multilane/contracts';
import type { ReportProblem } from '../fit-to-schema.js';
import type { Steps } from '../in-slices.js';
import { isJsonSchema, isLargeSchema, NO_SCHEMA } from '../schema/json-schemas.js';
import type { ConfigNode } from './config-node.js';

/** Objects, lists, their members and their items. As many compile in about 40 milliseconds, in one step. */
const MOST_PARTS = 1_000;

/** What these list compiles in the square of its length: a part within them counts as several. */
const COSTLY_KEYWORDS: ReadonlySet<string> = new Set(['dependentRequired', 'dependencies']);
const COSTLY_WEIGHT = 4;

/** Refuses a large schema of a guardrail that takes too long to compile, or that is none. Small ones are looked at when they are read. */
export function* checkGuardrailSchema(entry: ConfigNode, report: ReportProblem): Steps<void> {
  if (entry.at('kind').text !== 'json_schema') return;
  const node = entry.at('config').at('schema');
  const schema = node.value;
  if (!isRecord(schema) || !isLargeSchema(schema)) return;
  if (hasMoreParts(schema, MOST_PARTS)) {
    report(node.path, `is too large: a schema may have ${MOST_PARTS} objects, lists, members and items of them`);
    return;
  }
  yield;
  if (!isJsonSchema(schema)) report(node.path, NO_SCHEMA);
}

/** Stops counting at the limit, and needs no stack for what is deeply nested. */
function hasMoreParts(schema: object, limit: number): boolean {
  const waiting: { readonly holder: object; readonly weight: number }[] = [{ holder: schema, weight: 1 }];
  let parts = 1;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { holder, weight } = next;
    for (const [name, value] of Object.entries(holder)) {
      parts += weight;
      if (typeof value === 'object' && value !== null) {
        // A member of an object counts, and so does the object or list that it holds.
        if (!Array.isArray(holder)) parts += weight;
        waiting.push({ holder: value, weight: COSTLY_KEYWORDS.has(name) ? COSTLY_WEIGHT : weight });
      }
      if (parts > limit) return true;
    }
  }
  return false;
}
