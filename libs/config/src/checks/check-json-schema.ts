import type { ReportProblem } from '../fit-to-schema.js';
import type { Steps } from '../in-slices.js';
import { isJsonSchema, isLargeSchema, NO_SCHEMA } from '../schema/json-schemas.js';
import { isRecord } from '../walk-schema.js';
import type { ConfigNode } from './config-node.js';

/** Objects, lists, and members of them. As many take 100 milliseconds to compile, at once. */
const MOST_PARTS = 3_000;

/** Refuses a large schema of a guardrail that takes too long to compile, or that is none. Small ones are looked at when they are read. */
export function* checkGuardrailSchema(entry: ConfigNode, report: ReportProblem): Steps<void> {
  if (entry.at('kind').text !== 'json_schema') return;
  const node = entry.at('config').at('schema');
  const schema = node.value;
  if (!isRecord(schema) || !isLargeSchema(schema)) return;
  if (countParts(schema) > MOST_PARTS) {
    report(node.path, `is too large: a schema may have ${MOST_PARTS} objects, lists and members of them`);
    return;
  }
  yield;
  if (!isJsonSchema(schema)) report(node.path, NO_SCHEMA);
}

function countParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + (Array.isArray(value) ? 0 : 1) + countParts(each), 1);
}
