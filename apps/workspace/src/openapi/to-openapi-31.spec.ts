import { describe, expect, it } from '@jest/globals';
import { toOpenApi31 } from './to-openapi-31.js';

describe('schemas of OpenAPI 3.1', () => {
  it.each([
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', nullable: true, maxLength: 5 },
      { type: ['string', 'null'], maxLength: 5 },
    ],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { nullable: true, description: 'x', allOf: [{ $ref: '#/x' }] },
      { description: 'x', anyOf: [{ allOf: [{ $ref: '#/x' }] }, { type: 'null' }] },
    ],
    [
      { properties: { a: { items: [{ type: 'integer', nullable: true }] } } },
      { properties: { a: { items: [{ type: ['integer', 'null'] }] } } },
    ],
    [{ properties: { nullable: { type: 'string' } } }, { properties: { nullable: { type: 'string' } } }],
  ])('%j is %j', (old, schema) => {
    expect(toOpenApi31(old)).toEqual(schema);
  });
});
