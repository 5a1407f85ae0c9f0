import { isRecord } from '@multilane/contracts';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { Steps } from '../file/in-slices.js';
import { isJsonSchema, isLargeSchema, NO_SCHEMA } from '../schema/json-schemas.js';
import type { ConfigNode } from './config-node.js';

/** Objects, lists, their members and their items. As many compile in about 40 milliseconds, in one step. */
const MOST_PARTS = 1_000;

/** The compiler calls itself for each level. With some hundreds it would depend on the stack that is left whether a schema is one. */
const MOST_LEVELS = 200;

/** Keywords whose lists compile in the square of their length: a part within them counts as several. */
const COSTLY_KEYWORDS: ReadonlySet<string> = new Set(['dependentRequired', 'dependencies']);
const COSTLY_WEIGHT = 4;

/** Rejects a large schema of a guardrail that takes too long to compile, or that is none. Small ones are looked at when they are read. */
export function* checkGuardrailSchema(entry: ConfigNode, report: ReportProblem): Steps<void> {
  if (entry.at('kind').text !== 'json_schema') return;
  const node = entry.at('config').at('schema');
  const schema = node.value;
  if (!isRecord(schema) || !isLargeSchema(schema)) return;
  const excess = findExcess(schema);
  if (excess !== undefined) {
    report(node.path, excess);
    return;
  }
  yield;
  if (!isJsonSchema(schema)) report(node.path, NO_SCHEMA);
}

/** Finds the limit that a schema exceeds. Stops counting at the limit, and needs no stack for what is deeply nested. */
function findExcess(schema: object): string | undefined {
  const waiting: { readonly holder: object; readonly level: number; readonly weight: number }[] = [
    { holder: schema, level: 1, weight: 1 },
  ];
  let parts = 1;
  let levels = 1;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { holder, level, weight } = next;
    levels = Math.max(levels, level);
    for (const [name, value] of Object.entries(holder)) {
      parts += weight;
      if (typeof value === 'object' && value !== null) {
        // A member of an object counts, and so does the object or list that it holds.
        if (!Array.isArray(holder)) parts += weight;
        waiting.push({ holder: value, level: level + 1, weight: COSTLY_KEYWORDS.has(name) ? COSTLY_WEIGHT : weight });
      }
      if (parts > MOST_PARTS)
        return `is too large: a schema may have ${MOST_PARTS} objects, lists, members and items of them`;
    }
  }
  return levels > MOST_LEVELS ? `is nested too deeply: a schema may have ${MOST_LEVELS} levels` : undefined;
}
