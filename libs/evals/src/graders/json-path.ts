import { isRecord } from '@multilane/contracts';
import type { EvalCase } from '../dataset/eval-case.js';
import type { GraderOf } from '../definition/grader.js';
import { isSameJson, readAnswerJson } from '../json.js';
import { expectedOf, type Grade, judged, NOTHING_EXPECTED, type Sample } from './grade.js';

/** A name, an index (negative from the end), or every member. */
type Segment = string | number | typeof EVERY;

const EVERY = Symbol('every');
const MOST_SEGMENTS = 20;
const MOST_FOUND = 10_000;
/** `.name`, `.*`, `[*]`, `[0]`, `['name']` and `["name"]` of RFC 9535. */
const SEGMENT =
  /\.(?:([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\*)|\[(?:\*|(0|-?[1-9]\d{0,8})|'([^'\\]*)'|"([^"\\]*)")\]/y;

/** Finds the problem of a path, in words that follow its name; undefined if there is none. */
export function findPathProblem(path: string): string | undefined {
  if (parsePath(path) !== undefined) return undefined;
  return `must begin with \`$\`, followed by at most ${MOST_SEGMENTS} of \`.name\`, \`['name']\`, \`[0]\` and \`[*]\``;
}

/** The value at a path of the answer's JSON is the expected one, or, with `exists`, is there at all. */
export function gradeJsonPath(grader: GraderOf<'json_path'>, { text }: Sample, item: EvalCase): Grade {
  const expected = expectedOf(grader, item);
  if (!grader.exists && expected === undefined) return NOTHING_EXPECTED;
  const read = readAnswerJson(text);
  if (read === undefined) return judged(false, 0, 'The answer is not JSON.');
  const found = findAt(read.value, parsePath(grader.path) ?? []);
  if (grader.exists) return judged(found.length > 0);
  return judged(found.some((value) => isSameJson(value, expected)));
}

/** The first value at a path. Undefined: there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return findAt(value, parsePath(path) ?? [])[0];
}

function parsePath(path: string): readonly Segment[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const segments: Segment[] = [];
  for (let at = 1; at < path.length; ) {
    SEGMENT.lastIndex = at;
    const match = SEGMENT.exec(path);
    if (match === null || segments.length >= MOST_SEGMENTS) return undefined;
    const [whole, name, index, single, double] = match;
    segments.push(index === undefined ? (name ?? single ?? double ?? EVERY) : Number(index));
    at += whole.length;
  }
  return segments;
}

function findAt(value: unknown, segments: readonly Segment[]): readonly unknown[] {
  let found: unknown[] = [value];
  for (const segment of segments) {
    const next: unknown[] = [];
    for (const each of found) {
      for (const child of childrenOf(each, segment)) if (next.length < MOST_FOUND) next.push(child);
    }
    found = next;
  }
  return found;
}

function childrenOf(value: unknown, segment: Segment): readonly unknown[] {
  if (Array.isArray(value)) {
    if (segment === EVERY) return value;
    const at = typeof segment === 'number' && segment < 0 ? value.length + segment : segment;
    return typeof at === 'number' && at >= 0 && at < value.length ? [value[at]] : [];
  }
  if (!isRecord(value)) return [];
  if (segment === EVERY) return Object.values(value);
  return typeof segment === 'string' && Object.hasOwn(value, segment) ? [value[segment]] : [];
}
