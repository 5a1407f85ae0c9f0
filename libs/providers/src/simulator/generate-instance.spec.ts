import { describe, expect, test } from '@jest/globals';
import { generateInstance } from './generate-instance.js';

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

  test('ends recursive schemas, at null where they allow it', () => {
    const list = JSON.stringify(generateInstance(TREE));
    expect(list).toMatch(/^\{"value":1,"next":\{.*"next":null\}+$/);
    expect(generateInstance({ $ref: '#' })).toBe('example text');
    const endless = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] };
    expect(JSON.stringify(generateInstance(endless)).length).toBeLessThan(1000);
  });
});
