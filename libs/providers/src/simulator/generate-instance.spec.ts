import { describe, expect, test } from '@jest/globals';
import { generateInstance } from './generate-instance.js';
import { simulate } from './simulate.js';

const TREE = {
  $defs: {
    node: {
      type: 'object',
      properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
      required: ['value', 'next'],
    },
  },
  $ref: '#/$defs/node',
};

describe('generateInstance', () => {
  test.each([
    ['a string', { type: 'string' }, 'example text'],
    ['a named member', { type: 'object', properties: { city: { type: 'string' } } }, { city: 'example city' }],
    ['an enum', { enum: ['b', 'a'] }, 'b'],
    ['a const', { const: 7 }, 7],
    ['a null const', { const: null }, null],
    ['an integer', { type: 'integer' }, 1],
    ['bounds', { type: 'integer', minimum: 5, maximum: 9 }, 5],
    ['exclusive bounds', { type: 'integer', exclusiveMinimum: 5 }, 6],
    ['a maximum', { type: 'number', maximum: -3 }, -3],
    ['a multiple', { type: 'integer', minimum: 5, multipleOf: 4 }, 8],
    ['a boolean', { type: 'boolean' }, true],
    ['a nullable type', { type: ['null', 'string'] }, 'example text'],
    ['a format', { type: 'string', format: 'date' }, '2024-01-01'],
    ['lengths', { type: 'string', minLength: 14, maxLength: 15 }, 'example text..'],
    ['a list', { type: 'array', items: { type: 'boolean' } }, [true]],
    ['a list with a least length', { type: 'array', items: { const: 1 }, minItems: 3 }, [1, 1, 1]],
    ['required members only', { type: 'object', properties: { a: {}, b: {} }, required: ['b'] }, { b: 'example b' }],
    ['alternatives', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [
      'merged schemas',
      {
        allOf: [
          { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
          { properties: { b: { const: 2 } }, required: ['b'] },
        ],
      },
      { a: 1, b: 2 },
    ],
    ['a reference', { $defs: { 'a/b': { const: 1 } }, $ref: '#/$defs/a~1b' }, 1],
    ['no schema', undefined, 'example text'],
    ['a reference to nothing', { $ref: '#/$defs/none' }, 'example text'],
  ])('makes an instance of %s', (_name, schema, instance) => {
    expect(generateInstance(schema)).toEqual(instance);
  });

  test('ends recursive schemas, at null if they allow it', () => {
    const list = JSON.stringify(generateInstance(TREE));
    expect(list).toMatch(/^\{"value":1,"next":\{.*"next":null\}+$/);
    expect(generateInstance({ $ref: '#' })).toBe('example text');
    const endless = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] };
    expect(JSON.stringify(generateInstance(endless)).length).toBeLessThan(1000);
  });

  const twice = { $ref: '#/$defs/more' };
  test.each([
    ['minItems', { type: 'array', minItems: 1e9 }],
    ['minItems of minItems', { type: 'array', minItems: 1e4, items: { type: 'array', minItems: 1e4 } }],
    ['minLength', { type: 'string', minLength: 1e9 }],
    ['choices without end', { anyOf: [{ $ref: '#' }] }],
    ['references that double', { $defs: { more: { allOf: [twice, twice] } }, allOf: [twice, twice] }],
    ['branches without number', { allOf: Array.from({ length: 9_000 }, (_, at) => ({ properties: { [at]: {} } })) }],
    ['members that double', { properties: { a: { $ref: '#' }, b: { $ref: '#' } }, required: ['a', 'b'] }],
  ])('says of a schema that asks for too much that it is too large: %s', (_what, schema) => {
    expect(() => generateInstance(schema)).toThrow(RangeError);
    const body = { model: 'm', messages: [], response_format: { type: 'json_schema', json_schema: { schema } } };
    const answer = simulate('/v1/chat/completions', JSON.stringify(body), { id: 'a', created: 0 });
    expect(answer.status).toBe(400);
  });

  test('reads references and bounds that mean nothing', () => {
    expect(generateInstance({ $ref: '#/%E0%A4%A' })).toBe('example text');
    expect(generateInstance({ type: 'array', minItems: -1 })).toEqual([]);
    expect(generateInstance({ enum: [] })).toBeNull();
  });
});
