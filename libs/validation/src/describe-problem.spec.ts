import { describe, expect, it } from '@jest/globals';
import { describeProblem, type SchemaFinding } from './describe-problem.js';
import {
  byTag,
  integerBetween,
  listAlternatives,
  numberBetween,
  objectOf,
  type RequestSchema,
  refused,
  STRING,
} from './schemas/schema-words.js';

const part = byTag('type', 'a part', { text: objectOf('a text part', { text: STRING }, ['text']), image: {} });
const schema: RequestSchema = objectOf(
  'a JSON object',
  {
    count: integerBetween(1, 9),
    bias: { type: 'object', additionalProperties: numberBetween(-1, 1), description: 'an object' },
    parts: { type: 'array', items: part, description: 'a list of parts' },
    old: refused('Use `parts`.'),
  },
  ['parts'],
);

const finding = (instancePath: string, schemaPath: string, params: Record<string, unknown> = {}): SchemaFinding => ({
  instancePath,
  schemaPath,
  keyword: schemaPath.split('/').at(-1) ?? '',
  params,
});

const cases: [string, SchemaFinding, { code?: string; param: string | undefined; message: string }][] = [
  [
    'a value out of bounds states both bounds',
    finding('/count', '#/properties/count/maximum', { limit: 9 }),
    { param: 'count', message: '`count` must be an integer between 1 and 9.' },
  ],
  [
    'a missing member is named, not its parent',
    finding('', '#/required', { missingProperty: 'parts' }),
    { param: 'parts', message: '`parts` is required and must be a list of parts.' },
  ],
  [
    'an item of a list is named by its index',
    finding('/parts/1/text', '#/properties/parts/items/oneOf/0/properties/text/type'),
    { param: 'parts[1].text', message: '`parts[1].text` must be a string.' },
  ],
  [
    'an unknown tag lists the known ones',
    finding('/parts/0', '#/properties/parts/items/discriminator', { error: 'mapping', tag: 'type', tagValue: 'zzz' }),
    { param: 'parts[0].type', message: '`parts[0].type` must be "text" or "image".' },
  ],
  [
    'a missing tag lists the known ones',
    finding('/parts/0', '#/properties/parts/items/required', { missingProperty: 'type' }),
    { param: 'parts[0].type', message: '`parts[0].type` is required and must be "text" or "image".' },
  ],
  [
    "a numeric member of the caller's own is named, and is no index",
    finding('/bias/50256', '#/properties/bias/additionalProperties/type'),
    { param: 'bias.50256', message: '`bias.50256` must be a number between -1 and 1.' },
  ],
  [
    "a member of the caller's own that could be anything is not repeated",
    finding('/bias/my secret~1prompt', '#/properties/bias/additionalProperties/type'),
    { param: 'bias.*', message: '`bias.*` must be a number between -1 and 1.' },
  ],
  [
    'a refused member is unsupported, and the remedy is named',
    finding('/old', '#/properties/old/not'),
    { code: 'unsupported_parameter', param: 'old', message: '`old` is not supported. Use `parts`.' },
  ],
  [
    'a body that is no object has no field at fault',
    finding('', '#/type'),
    { param: undefined, message: 'The request body must be a JSON object.' },
  ],
];

describe('describeProblem', () => {
  const body = { count: 10, bias: { 50256: 'x' }, parts: [{ type: 'zzz' }, { type: 'text', text: 1 }], old: 1 };

  it.each(cases)('%s', (_, problem, expected) => {
    expect(describeProblem(schema, body, problem)).toMatchObject({ code: 'invalid_value', ...expected });
  });
});

describe('listAlternatives', () => {
  it.each([
    [['a'], '"a"'],
    [['a', 'b'], '"a" or "b"'],
    [['a', 'b', 'c'], '"a", "b" or "c"'],
  ])('joins %j as a sentence would', (values, expected) => {
    expect(listAlternatives(values)).toBe(expected);
  });
});
