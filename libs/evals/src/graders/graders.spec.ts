import { describe, expect, it } from '@jest/globals';
import type { EvalCase } from '../dataset/eval-case.js';
import { GRADER } from '../definition/grader.js';
import type { Sample } from './grade.js';
import { computeGrade, isComputed } from './graders.js';

const gradeOf = (given: object, sample: string | Partial<Sample>, item: Partial<EvalCase> = {}) => {
  const grader = GRADER.parse(given);
  if (!isComputed(grader)) throw new Error('the grader asks somebody');
  const answer = typeof sample === 'string' ? { text: sample } : sample;
  const whole = { text: '', toolCalls: [], latencyMs: 100, costUsd: null, ...answer };
  return computeGrade(grader, whole, { key: '1', input: 'x', ...item });
};
const CALLS = [
  { name: 'find', arguments: { id: 7, deep: true } },
  { name: 'send', arguments: {} },
];

describe('graders', () => {
  it.each<[string, object, string, unknown, boolean]>([
    ['exact', {}, ' Paris ', 'Paris', true],
    ['exact', {}, 'paris', 'Paris', false],
    ['exact', { ignore_case: true }, 'paris', 'Paris', true],
    ['exact', { ignore_case: true, ignore_punctuation: true }, 'Paris.', 'paris', true],
    ['exact', {}, '42', 42, true],
    ['exact', {}, 'b', ['a', 'b'], true],
    ['exact', {}, '```json\n{"b":1,"a":[2]}\n```', { a: [2], b: 1 }, true],
    ['exact', {}, '{"a":[2],"b":1,"c":0}', { a: [2], b: 1 }, false],
    ['exact', { value: 'yes' }, 'yes', 'no', true],
    ['contains', {}, 'It is Paris, of course.', 'Paris', true],
    ['contains', {}, 'It is paris.', 'Paris', false],
    ['contains', { ignore_case: true }, 'It is paris.', ['Rome', 'Paris'], true],
    ['regex', { pattern: '^a+$' }, 'aaa', undefined, true],
    ['regex', { pattern: '^A+$', ignore_case: true }, 'aaa', undefined, true],
    ['regex', { pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`, undefined, false],
    ['json_path', { path: '$.a[0].b' }, '{"a":[{"b":3}]}', 3, true],
    ['json_path', { path: "$['a'][-1]" }, '{"a":[1,2]}', 2, true],
    ['json_path', { path: '$.a[*].b' }, '{"a":[{"b":1},{"b":2}]}', 2, true],
    ['json_path', { path: '$.a', exists: true }, '{"a":null}', undefined, true],
    ['json_path', { path: '$.a', exists: true }, '{"b":1}', undefined, false],
    ['json_path', { path: '$.constructor', exists: true }, '{}', undefined, false],
    ['json_path', { path: '$.a' }, 'not JSON', 3, false],
    ['numeric', {}, 'So 16 - 3 - 4 = 9 eggs, 9 * 2 = $1,018.', '#### 1018', true],
    ['numeric', {}, '3.1415', 3.14, false],
    ['numeric', { absolute: 0.01 }, '3.1415', 3.14, true],
    ['numeric', { relative: 0.1 }, 'about 105', 100, true],
    ['numeric', { pick: 'first' }, '7 of 9', 7, true],
    ['numeric', { pick: 'only' }, '7 of 9', 9, false],
    ['numeric', { pick: 'only' }, ' -7e2 ', -700, true],
    ['numeric', {}, 'none', 7, false],
    ['similarity', {}, 'The cat sat.', 'the cat sat', true],
    ['similarity', { threshold: 0.9 }, 'the cat', 'the cat sat', false],
    ['similarity', { method: 'edit', threshold: 0.8 }, 'kitten', 'kittens', true],
    ['latency', { max_ms: 100 }, '', undefined, true],
    ['latency', { max_ms: 99 }, '', undefined, false],
  ])('%s %j of %j with %j expected: passes is %p', (type, options, text, expected, passes) => {
    expect(gradeOf({ type, ...options }, text, { expected }).status).toBe(passes ? 'passed' : 'failed');
  });

  it.each<[string, object, object, string]>([
    ['in order', {}, {}, 'passed'],
    ['in another order', {}, { toolCalls: CALLS.toReversed() }, 'failed'],
    ['in any order', { any_order: true }, { toolCalls: CALLS.toReversed() }, 'passed'],
    ['with one too many', {}, { toolCalls: [...CALLS, ...CALLS] }, 'failed'],
    [
      'with others allowed',
      { allow_others: true },
      { toolCalls: [{ name: 'log', arguments: {} }, ...CALLS] },
      'passed',
    ],
    ['with other arguments', {}, { toolCalls: [{ name: 'find', arguments: { id: 8 } }, CALLS[1]] }, 'failed'],
    [
      'whatever the arguments',
      { arguments: 'ignore' },
      { toolCalls: [{ name: 'find', arguments: 1 }, CALLS[1]] },
      'passed',
    ],
    ['with none made', {}, { toolCalls: [] }, 'failed'],
  ])('tool_calls %s', (_name, options, sample, status) => {
    const answer = { toolCalls: CALLS, ...sample };
    expect(gradeOf({ type: 'tool_calls', ...options }, answer, { toolCalls: CALLS }).status).toBe(status);
  });

  it('tool_calls finds the matching where a call fits several expected ones', () => {
    const expected = [
      { name: 'f', arguments: {} },
      { name: 'f', arguments: { a: 1 } },
    ];
    const made = [
      { name: 'f', arguments: { a: 1 } },
      { name: 'f', arguments: { b: 2 } },
    ];
    const grader = { type: 'tool_calls', arguments: 'subset', any_order: true };
    expect(gradeOf(grader, { toolCalls: made }, { toolCalls: expected }).status).toBe('passed');
  });

  it.each<[string, object, Partial<Sample>]>([
    ['nothing that is expected', { type: 'exact' }, {}],
    ['no expected calls', { type: 'tool_calls' }, {}],
    ['no price', { type: 'cost', max_usd: 1 }, {}],
    [
      'more texts than are compared',
      { type: 'similarity', method: 'edit', value: Array(11).fill('x'.repeat(2_000)) },
      {},
    ],
    ['a text that is too long', { type: 'regex', pattern: 'a' }, { text: 'a'.repeat(20_001) }],
  ])('have no grade with %s', (_name, grader, sample) => {
    expect(gradeOf(grader, sample)).toEqual({ status: 'error', score: null, reason: expect.any(String) });
  });

  it('measures likeness as a score', () => {
    expect(gradeOf({ type: 'similarity', value: 'the cat sat' }, 'the cat').score).toBeCloseTo(0.8);
    expect(gradeOf({ type: 'similarity', method: 'edit', value: 'kitten' }, 'sitting').score).toBeCloseTo(1 - 3 / 7);
    expect(gradeOf({ type: 'cost', max_usd: 0.5 }, { costUsd: 0.4 }).score).toBe(1);
  });
});
