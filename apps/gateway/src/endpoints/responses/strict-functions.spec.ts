import type { ProviderGroup, ResponsesRequest } from '@multilane/contracts';
import { describe, expect, it, test } from 'vitest';
import { fromChat } from './from-chat.js';
import { isStrictSchema } from './strict-functions.js';
import { toChat } from './to-chat.js';

const text = { type: 'string' };
const closed = (properties: object, members: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...members,
});
const nested = (levels: number): object => (levels === 1 ? text : closed({ a: nested(levels - 1) }));
const many = (count: number) =>
  closed(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text])));

describe('isStrictSchema', () => {
  test.each<[string, unknown]>([
    ['no members', closed({})],
    ['members that are all required', closed({ a: text, b: { type: ['integer', 'null'], description: 'How many.' } })],
    ['objects within lists', closed({ a: { type: 'array', items: closed({ b: { type: 'string', enum: ['x'] } }) } })],
    ['choices', closed({ a: { anyOf: [text, { type: 'null' }] } })],
    ['references', closed({ a: { $ref: '#/$defs/b' }, c: { $ref: '#' } }, { $defs: { b: closed({}) } })],
    ['the name of its dialect', closed({}, { $schema: 'http://json-schema.org/draft-07/schema#' })],
    ['five levels', nested(5)],
    ['a hundred members', many(100)],
  ])('is true of %s', (_name, schema) => {
    expect(isStrictSchema(schema)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['no schema', undefined],
    ['a list', { type: 'array', items: text }],
    ['choices at the top', closed({}, { anyOf: [closed({})] })],
    ['members that nothing forbids', { ...closed({ a: text }), additionalProperties: undefined }],
    ['a member that is not required', closed({ a: text, b: text }, { required: ['a'] })],
    ['requirements that are left out', { type: 'object', properties: {}, additionalProperties: false }],
    [
      'an open object within',
      closed({ a: { type: 'array', items: { type: 'object', properties: {}, required: [] } } }),
    ],
    ['an open object among choices', closed({ a: { anyOf: [{ type: 'object' }] } })],
    ['an open object among definitions', closed({}, { $defs: { a: { type: 'object' } } })],
    ['a member without a type', closed({ a: {} })],
    ['a list without items', closed({ a: { type: 'array' } })],
    ['a keyword that some models refuse', closed({ a: { type: 'string', minLength: 1 } })],
    ['a reference that leads nowhere', closed({ a: { $ref: '#/$defs/b' } })],
    ['a reference with more beside it', closed({ a: { $ref: '#', description: 'The same.' } })],
    ['six levels', nested(6)],
    ['more than a hundred members', many(101)],
  ])('is false of %s', (_name, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});

describe('a function that says nothing of `strict`', () => {
  const functionOf = (members: object) => ({ type: 'function', name: 'f', ...members });
  const asking = (...tools: object[]) => ({ model: 'm', input: 'Hi', tools }) as unknown as ResponsesRequest;
  const stricts = (group: ProviderGroup, ...tools: object[]) =>
    toChat(asking(...tools), group).tools?.map((tool) => tool.function.strict);

  it('is strict at the reference, whose Responses API makes it so, where its schema meets the rules', () => {
    const tools = [
      functionOf({ parameters: closed({ a: text }) }),
      functionOf({ name: 'g', parameters: { type: 'object', properties: { a: text } } }),
      functionOf({ name: 'h' }),
      { type: 'custom', name: 'i' },
    ];
    expect(stricts('R1', ...tools)).toEqual([true, undefined, undefined, undefined]);
  });

  it.each(['R', 'N', 'G', 'C', 'B', 'simulator'] as const)('stays as it is for group %s', (group) => {
    expect(stricts(group, functionOf({ parameters: closed({ a: text }) }))).toEqual([undefined]);
  });

  it.each([true, false])('keeps its word where it says %s', (strict) => {
    expect(stricts('R1', functionOf({ parameters: closed({ a: text }), strict }))).toEqual([strict]);
  });

  it.each([
    ['openai', true],
    ['groq', false],
    [undefined, false],
  ] as const)('is told as it was sent to %s', (kind, strict) => {
    const facts = { requestId: 'r', idSeed: 'r', created: 1, clock: () => 2, model: 'm', ...(kind && { kind }) };
    const completion = { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [] } as const;
    const request = asking(functionOf({ parameters: closed({ a: text }) }));
    expect(fromChat({ ...completion, choices: [] }, request, facts).tools).toMatchObject([{ strict }]);
  });
});
