import { GatewayError } from '@multilane/errors';
import { describe, expect, test } from 'vitest';
import { UNNAMED_LOSSES } from '../losses.js';
import { reduceSchema } from './reduce-schema.js';

const text = { type: 'string' };
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
      { properties: { a: { type: 'string', description: 'mine' }, b: { type: 'integer' } } },
    ],
    [
      'ends a schema that contains itself with its type',
      {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, name: text } } },
      },
      { type: 'object', properties: { next: { type: 'object' }, name: text } },
    ],
    ['drops a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/%E0' } } }, { properties: { a: {} } }],
    ['says oneOf as anyOf', { oneOf: [text, { type: 'integer' }] }, { anyOf: [text, { type: 'integer' }] }],
    [
      'merges allOf',
      {
        allOf: [
          { properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { properties: { a: text, b: text }, required: ['a', 'b'] },
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
      { properties: { a: text, b: text }, required: ['a', 'b'], nullable: true },
    ],
    ['says a const text as an enum', { const: 'cat' }, { type: 'string', enum: ['cat'] }],
    ['strips a const that is no text', { type: 'integer', const: 1 }, { type: 'integer' }],
    ['strips an enum of numbers', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    ['says null in an enum as nullable', { enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
    ['says the type null as nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'says several types as anyOf',
      { type: ['string', 'integer'], description: 'd' },
      { anyOf: [text, { type: 'integer' }], description: 'd' },
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
      { properties: { a: { type: 'array', prefixItems: [text] }, b: { type: 'array', items: true } } },
      { properties: { a: { type: 'array', items: {} }, b: { type: 'array', items: {} } } },
    ],
    ['takes true for any value', { properties: { a: true } }, { properties: { a: {} } }],
    [
      'takes a property called __proto__ for a property',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    ],
  ])('%s', (_name, schema, reduced) => {
    const before = structuredClone(schema);
    expect(reduceSchema(schema, 'p', UNNAMED_LOSSES)).toEqual(reduced);
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
    ['nothing where anything is allowed', { properties: { a: true, b: { type: 'array', items: true } } }, false],
    ['nothing where an array says nothing of its items', { type: 'array' }, false],
  ])('declares the loss of %s', (_name, schema, isLost) => {
    const lost: string[] = [];
    reduceSchema(schema, 'tools[0].function.parameters', { lose: (name) => void lost.push(name) });
    expect(lost).toEqual(isLost ? ['tools'] : []);
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
    expect(JSON.stringify(reduceSchema(schema, 'p', UNNAMED_LOSSES))).not.toMatch(rejected);
  });

  test.each([
    ['doubles', (depth: number) => ({ anyOf: [{ $ref: `#/$defs/${depth + 1}` }, { $ref: `#/$defs/${depth + 1}` }] })],
    ['nests', (depth: number) => ({ items: { $ref: `#/$defs/${depth + 1}` } })],
  ])('refuses a schema that %s without measure', (_name, definition) => {
    const $defs = Object.fromEntries(Array.from({ length: 200 }, (_none, depth) => [depth, definition(depth)]));
    const reduce = () => reduceSchema({ $ref: '#/$defs/0', $defs }, 'tools[0].function.parameters', UNNAMED_LOSSES);
    expect(reduce).toThrow(GatewayError);
    expect(reduce).toThrow(expect.objectContaining({ param: 'tools[0].function.parameters' }));
  });
});
