import { describe, expect, it } from '@jest/globals';
import {
  fieldsOf,
  findGraderProblem,
  GRADER_TYPES,
  type Grader,
  newGrader,
  readValue,
  toGrader,
  valuesOfGrader,
  writeValue,
} from './grader-values.js';

const STORED: readonly Grader[] = [
  { type: 'exact', value: 42 as never, ignore_case: true, ignore_punctuation: false },
  { type: 'contains', name: 'polite', value: 'please' as never, ignore_case: false },
  { type: 'regex', pattern: '^a+$', ignore_case: true },
  { type: 'json_schema', schema: { type: 'object' } as never },
  { type: 'json_path', path: '$.a', exists: false, value: null as never },
  { type: 'json_path', path: '$.a', exists: true },
  { type: 'numeric', absolute: 0, relative: 0.1, pick: 'only' },
  { type: 'similarity', method: 'embedding', model: 'e', threshold: 0 },
  { type: 'similarity', method: 'words', threshold: 0.9 },
  { type: 'tool_calls', arguments: 'subset', any_order: true, allow_others: false },
  { type: 'latency', max_ms: 100 },
  { type: 'cost', max_usd: 0 },
  { type: 'judge', model: 'j', rubric: 'Is it right?', mode: 'rubric', votes: 3 },
  { type: 'judge', model: 'j', rubric: 'Is it right?', mode: 'pairwise', votes: 1, swap: false },
];

describe('values of a grader', () => {
  it.each(STORED)('a form that was not touched sends what is stored: %j', (grader) => {
    expect(toGrader(valuesOfGrader(grader))).toEqual(grader);
  });

  it('fields of another type are not sent, though the form keeps them', () => {
    const changed = { ...newGrader('regex', 'one'), pattern: 'a', rubric: 'Is it right?', max_ms: 5 };
    expect(toGrader(changed)).toEqual({ type: 'regex', pattern: 'a', ignore_case: false });
  });

  it('fields that depend on another are there only with it', () => {
    expect(fieldsOf({ ...newGrader('similarity', 'one'), method: 'edit' })).not.toContain('model');
    expect(fieldsOf({ ...newGrader('json_path', 'one'), exists: true })).toEqual(['path', 'exists']);
    expect(fieldsOf({ ...newGrader('judge', 'one'), mode: 'pairwise' })).toContain('swap');
  });

  it.each<[string, unknown]>([
    ['Paris', 'Paris'],
    ['42', 42],
    ['"42"', '42'],
    ['["a", "b"]', ['a', 'b']],
    ['{ no JSON', '{ no JSON'],
  ])('%s is read as %j, and written so that it is read the same', (text, value) => {
    expect(readValue(text)).toEqual(value);
    expect(readValue(writeValue(value))).toEqual(value);
  });

  it('a new grader of each type has a problem exactly where it lacks what only a person can say', () => {
    const problems = GRADER_TYPES.map((type) => [type, findGraderProblem(newGrader(type, 'one'))]);
    expect(Object.fromEntries(problems)).toEqual({
      exact: undefined,
      contains: undefined,
      regex: 'required.pattern',
      json_schema: undefined,
      json_path: 'required.path',
      numeric: undefined,
      similarity: undefined,
      tool_calls: undefined,
      latency: undefined,
      cost: undefined,
      judge: 'required.model',
    });
    expect(findGraderProblem({ ...newGrader('json_schema', 'one'), schema: '[]' })).toBe('required.schema');
    expect(findGraderProblem({ ...newGrader('latency', 'one'), max_ms: '' })).toBe('required.max_ms');
  });
});
