import { afterAll, describe, expect, it } from '@jest/globals';
import { ArgumentChecker } from '@multilane/agents';
import { inTurn, takeTurns } from '@multilane/testing';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import { ExpressionError, TenantCode } from './tenant-code.js';

const itInTurn = takeTurns(it);

const CITY = {
  type: 'object',
  properties: { city: { type: 'string', maxLength: 5 } },
  required: ['city'],
  additionalProperties: false,
};
/** References that double: checking takes 2^40 steps. */
const DOUBLING = {
  type: 'object',
  $defs: Object.fromEntries(
    Array.from({ length: 41 }, (_, at): [string, object] => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at < 40 ? { allOf: [next, next] } : { minProperties: 0 }];
    }),
  ),
  allOf: [{ $ref: '#/$defs/d0' }],
};

const code = new TenantCode({ processes: 2, memoryMb: 256 });
afterAll(() => code.close());

const evaluate = (language: 'cel' | 'jsonata', expression: string, data: object = { input: { list: [1, 2, 3] } }) =>
  code.evaluate({ tenant: 'a', language, expression, data });

describe('expressions of workflows', () => {
  it.each([
    ['jsonata', '$sum(input.list)', 6],
    ['jsonata', 'nothing', null],
    ['jsonata', '{"a": input.list[0]}', { a: 1 }],
    ['cel', 'size(input.list)', 3],
    ['cel', '{"a": 1}', { a: 1 }],
  ] as const)('of %s have a value: %s', async (language, expression, value) => {
    expect(await evaluate(language, expression)).toEqual(value);
  });

  it.each(
    inTurn('tenant code', [
      ['a range', 'jsonata', '[1..9999999]'],
      ['many ranges', 'jsonata', '[1..9000000].([1..9000000])'],
      ['a product of ranges', 'jsonata', '[1..4000].([1..4000].{"a":$})'],
      ['a long text', 'jsonata', '$split($pad("a",20000000),"")'],
      ['longer texts', 'jsonata', '$pad($pad("a",500000000), 530000000) & $pad("b", 530000000)'],
      ['a doubling', 'jsonata', '$reduce([1..60], function($all, $at) { [$all, $all] }, [1])'],
      ['a text that doubles', 'jsonata', '$reduce([1..60], function($all, $at) { $all & $all }, "text")'],
      ['recursion', 'jsonata', '($again := function($at) { 1 + $again($at + 1) }; $again(1))'],
      ['a loop', 'jsonata', '($again := function($at) { $again($at + 1) }; $again(1))'],
      ['a pattern', 'jsonata', '$match($pad("a", 60, "a") & "!", /^(a+)+$/)'],
      ['sorting', 'jsonata', '$sort([1..3000000], function($l, $r) { $l < $r })'],
      [
        'nested maps',
        'cel',
        'input.big.map(a, input.big.map(b, input.big.map(c, input.big.map(d, input.big.map(e, a)))))',
      ],
      ['a pattern of CEL', 'cel', `input.text.matches('^(a+)+$')`],
    ] as const),
  )(
    'that take too much end in their process: %s',
    async (_name, language, expression) => {
      const data = {
        input: { list: [1, 2], big: Array.from({ length: 1_000 }, (_, at) => at), text: `${'a'.repeat(60)}!` },
      };
      let failure: unknown;
      await expectWithin(100, () =>
        measureHold(async () => {
          failure = await evaluate(language, expression, data).catch((error: unknown) => error);
        }),
      );
      expect(failure).toBeInstanceOf(ExpressionError);
      expect(await evaluate('cel', '1 + 1')).toBe(2);
    },
    60_000,
  );

  itInTurn(
    'of one tenant wait for its own, and others go on meanwhile',
    async () => {
      const slow = Array.from({ length: 4 }, () =>
        evaluate('jsonata', '($again := function($at) { $again($at + 1) }; $again(1))').catch(() => 'late'),
      );
      let isSlowDone = false;
      const all = Promise.all(slow).then((outcomes) => {
        isSlowDone = true;
        return outcomes;
      });
      expect(await code.evaluate({ tenant: 'b', language: 'cel', expression: '2 + 2', data: {} })).toBe(4);
      expect(isSlowDone).toBe(false);
      expect(await all).toEqual(['late', 'late', 'late', 'late']);
    },
    60_000,
  );

  it('have no way to the process that they run in', async () => {
    for (const expression of ['$process', '$env', 'constructor.constructor', '$lookup({}, "__proto__")']) {
      expect(await evaluate('jsonata', expression).catch(() => null)).toBeNull();
    }
  });
});

describe('arguments of tools', () => {
  const checker = new ArgumentChecker((tenant, question) => code.findProblem(tenant, question));

  it.each([
    [undefined, { city: 'Bonn' }],
    ["The arguments must have required property 'city'.", {}],
    ['The argument city must be string.', { city: 7 }],
    ['The argument city must NOT have more than 5 characters.', { city: 'Berlin' }],
    ['The arguments must NOT have additional properties: secret.', { city: 'Bonn', secret: 1 }],
  ])('have the problem %s: %j', async (problem, value) => {
    expect(await checker.check('a', CITY, value)).toBe(problem);
  });

  it('meet a schema that is none, and patterns that run in linear time', async () => {
    expect(await checker.check('a', { type: 'wrong' }, {})).toContain('schema');
    const evil = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(await checker.check('a', evil, { a: `${'a'.repeat(10_000)}!` })).toContain('pattern');
  });

  itInTurn('meet a schema without end: it is stopped, and not tried again', async () => {
    const both = [checker.check('a', DOUBLING, {}), checker.check('b', CITY, { city: 'Bonn' })];
    expect(await Promise.all(both)).toEqual([expect.stringContaining('too long'), undefined]);
    expect(await checker.check('a', DOUBLING, {})).toContain('too long');
  });
});

describe('graders', () => {
  const sample = { text: 'x'.repeat(2_000), toolCalls: [], latencyMs: 1, costUsd: null };
  const item = { input: 'a', expected: 'ab' } as never;

  it('say of an answer what they would say here', async () => {
    const grader = { type: 'regex', pattern: 'x{3}', ignore_case: false } as const;
    expect(await code.grade('a', grader, sample, item)).toEqual({ status: 'passed', score: 1, reason: null });
  });

  itInTurn('that take too long are stopped, and say so', async () => {
    const calls = Array.from({ length: 200 }, (_, at) => ({ name: 'a', arguments: { list: Array(500).fill(at) } }));
    const grader = { type: 'tool_calls', arguments: 'exact', any_order: true, allow_others: false } as const;
    const wanted = calls.map(() => ({ name: 'a', arguments: { list: Array(500).fill(-1) } }));
    let said: unknown;
    const graded = async (): Promise<void> => {
      said = await code.grade('a', grader, { ...sample, toolCalls: calls }, {
        ...(item as object),
        toolCalls: wanted,
      } as never);
    };
    await expectWithin(100, () => measureHold(graded));
    expect(said).toMatchObject({ status: expect.stringMatching(/failed|error/) });
  });
});
