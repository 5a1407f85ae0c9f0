import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { reduceSchema } from './reduce-schema.js';

const text = { type: 'string' };
const number = { type: 'number' };
const anything = {
  anyOf: [text, number, { type: 'boolean' }, { type: 'object' }, { type: 'array', items: text }],
};
const rejected = /"(?:additionalProperties|\$defs|\$ref|definitions|allOf|oneOf|not|const|if|then|\$schema|examples)":/;

describe('reduceSchema', () => {
  test.each([
    [
      'keeps the keywords of the subset',
      { type: 'object', title: 't', description: 'd', properties: { a: { type: 'array', items: text, minItems: 1 } } },
      { type: 'object', title: 't', description: 'd', properties: { a: { type: 'array', items: text, minItems: 1 } } },
    ],
    [
      'strips what the provider rejects',
      { $schema: 's', type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false, not: {} },
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'keeps properties that are named like keywords',
      { type: 'object', properties: { const: text, $ref: text, additionalProperties: text } },
      { type: 'object', properties: { const: text, $ref: text, additionalProperties: text } },
    ],
    [
      'writes references out, of both spellings of the definitions, with what stands beside them',
      {
        properties: { a: { $ref: '#/$defs/A', description: 'mine' }, b: { $ref: '#/definitions/B~1x' } },
        $defs: { A: { type: 'string', description: 'its' } },
        definitions: { 'B/x': { type: 'integer' } },
      },
      { type: 'object', properties: { a: { type: 'string', description: 'mine' }, b: { type: 'integer' } } },
    ],
    [
      'ends a schema that contains itself with its type',
      {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, name: text } } },
      },
      { type: 'object', properties: { next: { type: 'object' }, name: text } },
    ],
    [
      'takes a reference that leads nowhere for anything',
      { properties: { a: { $ref: '#/$defs/%E0' } } },
      { type: 'object', properties: { a: anything } },
    ],
    ['says oneOf as anyOf', { oneOf: [text, { type: 'integer' }] }, { anyOf: [text, { type: 'integer' }] }],
    [
      'merges allOf',
      {
        allOf: [
          { properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
    [
      'requires what another part of allOf lists',
      { type: 'object', properties: { a: text }, allOf: [{ required: ['a'] }] },
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'requires beside allOf what a referenced schema lists',
      {
        allOf: [{ $ref: '#/$defs/Base' }],
        required: ['id'],
        $defs: { Base: { type: 'object', properties: { id: text }, required: ['id', 'z'] } },
      },
      { type: 'object', properties: { id: text }, required: ['id'] },
    ],
    [
      'requires what a single choice lists, and keeps the properties of both',
      { properties: { a: text }, required: ['a', 'b'], anyOf: [{ properties: { b: text } }, { type: 'null' }] },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'], nullable: true },
    ],
    ['says a const text as an enum', { const: 'cat' }, { type: 'string', enum: ['cat'] }],
    ['says a const integer as a range', { type: 'integer', const: 1 }, { type: 'integer', minimum: 1, maximum: 1 }],
    ['strips a const that is neither', { type: 'number', const: 1.5 }, { type: 'number' }],
    [
      'says integers without gaps as a range',
      { enum: [2, 1, null] },
      { type: 'integer', minimum: 1, maximum: 2, nullable: true },
    ],
    ['strips an enum of integers with gaps', { type: 'integer', enum: [1, 3] }, { type: 'integer' }],
    [
      'says exclusive bounds of integers as inclusive ones',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9, exclusiveMaximum: true },
      { type: 'integer', minimum: 1, maximum: 8 },
    ],
    ['says null in an enum as nullable', { enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
    ['says the type null as nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'says several types as anyOf',
      { type: ['string', 'integer'], description: 'd' },
      {
        anyOf: [
          { type: 'string', description: 'd' },
          { type: 'integer', description: 'd' },
        ],
      },
    ],
    [
      'says a choice of null as nullable and unwraps a single choice',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], description: 'd' },
      { type: 'string', maxLength: 3, nullable: true, description: 'd' },
    ],
    ['strips formats of texts but dates', { type: 'string', format: 'email' }, text],
    ['keeps date-time', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'requires only what is there, and leaves empty properties out',
      { type: 'object', properties: { a: { type: 'object', properties: {}, required: ['x'] } }, required: ['a', 'z'] },
      { type: 'object', properties: { a: { type: 'object' } }, required: ['a'] },
    ],
    [
      'says of tuples, and of arrays of anything, that they have items',
      { type: 'object', properties: { a: { type: 'array', prefixItems: [text] }, b: { type: 'array', items: true } } },
      { type: 'object', properties: { a: { type: 'array', items: anything }, b: { type: 'array', items: anything } } },
    ],
    [
      'takes true and an empty schema for any value',
      { type: 'object', properties: { a: true, b: {} } },
      { type: 'object', properties: { a: anything, b: anything } },
    ],
    [
      'infers a type from the form of a schema, from its values and from its bounds',
      {
        properties: {
          list: { items: text },
          form: { properties: { a: text } },
          choice: { enum: [1, 2] },
          switch: { const: true },
          range: { minimum: 1 },
          words: { pattern: '^a' },
          time: { format: 'date-time' },
          preset: { default: 2.5 },
          either: { anyOf: [{ required: ['a'], properties: { a: text } }, { items: { enum: [1.5, 2] } }] },
        },
      },
      {
        type: 'object',
        properties: {
          list: { type: 'array', items: text },
          form: { type: 'object', properties: { a: text } },
          choice: { type: 'integer', minimum: 1, maximum: 2 },
          switch: { type: 'boolean' },
          range: { type: 'number', minimum: 1 },
          words: { type: 'string', pattern: '^a' },
          time: { type: 'string', format: 'date-time' },
          preset: { type: 'number', default: 2.5 },
          either: {
            anyOf: [
              { type: 'object', properties: { a: text }, required: ['a'] },
              { type: 'array', items: number },
            ],
          },
        },
      },
    ],
    [
      'ends a schema without a type that contains itself with the type of its form',
      { $ref: '#/$defs/N', $defs: { N: { properties: { next: { $ref: '#/$defs/N' } } } } },
      { type: 'object', properties: { next: { type: 'object' } } },
    ],
    [
      'says beside anyOf nothing: its words go into the branches',
      {
        type: 'object',
        properties: {
          a: { anyOf: [text, { ...number, description: 'own' }], description: 'A', default: null },
          b: { anyOf: [text, number, { type: 'null' }], title: 'B', default: 1 },
        },
      },
      {
        type: 'object',
        properties: {
          a: {
            anyOf: [
              { ...text, description: 'A' },
              { ...number, description: 'own' },
            ],
          },
          b: {
            anyOf: [
              { ...text, title: 'B', nullable: true },
              { ...number, title: 'B', nullable: true, default: 1 },
            ],
          },
        },
      },
    ],
    [
      'keeps the form of an object that has choices beside it, with the properties of these',
      {
        type: 'object',
        properties: { a: text },
        anyOf: [{ properties: { b: number }, required: ['b'] }, { required: ['a'] }],
      },
      { type: 'object', properties: { b: number, a: text } },
    ],
    [
      'takes a property called __proto__ for a property',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    ],
  ])('%s', (_name, schema, reduced) => {
    const before = structuredClone(schema);
    expect(reduceSchema(schema, 'p').schema).toEqual(reduced);
    expect(schema).toEqual(before);
  });

  test.each([
    ['what is required in one choice only', { properties: { a: text }, anyOf: [{ required: ['a'] }, {}] }, true],
    ['a required property that nothing lists', { properties: { a: text }, required: ['b'] }, true],
    ['the items of a tuple', { type: 'array', items: [text, text] }, true],
    ['the items of a tuple without a type', { items: [text] }, true],
    ['one of two lists of choices', { anyOf: [text, { type: 'integer' }], oneOf: [text, { type: 'integer' }] }, true],
    ['a schema that nothing fits', { properties: { a: false } }, true],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/A' } } }, true],
    [
      'what a second part of allOf says of a property',
      { allOf: [{ properties: { a: text } }, { properties: { a: {} } }] },
      true,
    ],
    ['another bound of the same values', { maxLength: 5, allOf: [{ maxLength: 3 }] }, true],
    ['nothing where parts of allOf agree', { ...text, allOf: [text], description: 'd' }, false],
    ['nothing where parts of allOf are merged', { allOf: [{ properties: { a: text } }], required: ['a'] }, false],
    ['null where anything is allowed', { properties: { a: true } }, true],
    ['the items of an array that says nothing of them', { type: 'array' }, true],
    ['a default that fits no choice', { anyOf: [text, number], default: false }, true],
    ['nothing where a default of null stands beside choices', { anyOf: [text, number], default: null }, false],
    ['nothing where words beside choices go into them', { anyOf: [text, number], description: 'd' }, false],
  ])('declares the loss of %s', (_name, schema, isLost) => {
    const lost: string[] = [];
    reduceSchema(schema, 'tools[0].function.parameters').lost.report('tools[0].function.parameters', {
      lose: (name) => void lost.push(name),
    });
    expect([...new Set(lost)]).toEqual(isLost ? ['tools'] : []);
  });

  test.each([
    ['choices of objects', { anyOf: [{ properties: { a: text } }, { properties: { b: number }, required: ['b'] }] }],
    ['properties alone', { properties: { a: text, b: number } }],
    ['a wrong type', { type: 'string', properties: { a: text, b: number } }],
  ])('makes one object of the parameters of a function: %s', (_name, schema) => {
    const reduced = reduceSchema(schema, 'tools[0].function.parameters', 'parameters').schema;
    expect(reduced).toMatchObject({ type: 'object', properties: { a: text, b: number } });
    expect(reduced).not.toHaveProperty('anyOf');
  });

  test('leaves no rejected keyword behind, at whatever depth', () => {
    const branch = {
      allOf: [{ const: 'a' }],
      oneOf: [
        { not: {}, examples: [1] },
        { if: {}, additionalProperties: text },
      ],
    };
    const schema = { type: 'array', items: { anyOf: [branch, { $ref: '#/$defs/A' }] }, $defs: { A: branch } };
    expect(JSON.stringify(reduceSchema(schema, 'p').schema)).not.toMatch(rejected);
  });

  test.each([
    ['doubles', (depth: number) => ({ anyOf: [{ $ref: `#/$defs/${depth + 1}` }, { $ref: `#/$defs/${depth + 1}` }] })],
    ['nests', (depth: number) => ({ items: { $ref: `#/$defs/${depth + 1}` } })],
  ])('rejects a schema that %s without measure', (_name, definition) => {
    const $defs = Object.fromEntries(Array.from({ length: 200 }, (_none, depth) => [depth, definition(depth)]));
    const reduce = () => reduceSchema({ $ref: '#/$defs/0', $defs }, 'tools[0].function.parameters');
    expect(reduce).toThrow(GatewayError);
    expect(reduce).toThrow(expect.objectContaining({ param: 'tools[0].function.parameters' }));
  });
});
