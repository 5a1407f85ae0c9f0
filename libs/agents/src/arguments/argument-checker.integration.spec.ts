import { afterAll, describe, expect, it } from 'vitest';
import { ArgumentChecker } from './argument-checker.js';

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

describe('ArgumentChecker', () => {
  const checker = new ArgumentChecker();
  afterAll(() => checker.close());

  it.each([
    [undefined, { city: 'Bonn' }],
    ["The arguments must have required property 'city'.", {}],
    ['The argument city must be string.', { city: 7 }],
    ['The argument city must NOT have more than 5 characters.', { city: 'Berlin' }],
    ['The arguments must NOT have additional properties: secret.', { city: 'Bonn', secret: 1 }],
  ])('says %s of %j', async (problem, value) => {
    expect(await checker.check(CITY, value)).toBe(problem);
  });

  it('says that a schema is none, and runs patterns in linear time', async () => {
    expect(await checker.check({ type: 'wrong' }, {})).toContain('schema');
    const evil = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(await checker.check(evil, { a: `${'a'.repeat(10_000)}!` })).toContain('pattern');
  });

  it('stops a schema without end, does not try it again, and goes on with others', async () => {
    const both = [checker.check(DOUBLING, {}), checker.check(CITY, { city: 'Bonn' })];
    expect(await Promise.all(both)).toEqual([expect.stringContaining('too long'), undefined]);
    expect(await checker.check(DOUBLING, {})).toContain('too long');
  });
});
