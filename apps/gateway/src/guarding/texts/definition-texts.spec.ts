import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@multilane/providers';
import { deepFreeze } from '@multilane/testing';
import { formatOf } from '../../endpoints/formats.tools.spec.js';
import { listRequestTexts } from './list-texts.js';
import type { TextMap } from './text-map.js';

type Members = Record<string, unknown>;

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));
const mapped = (endpoint: Endpoint, request: Members) => formatOf(endpoint).texts.mapRequest(deepFreeze(request), hide);
const isSeen = (endpoint: Endpoint, request: Members) =>
  listRequestTexts(formatOf(endpoint).texts, request).some(({ text }) => text.includes(SECRET));

/** The same schema in a tool of each format, and as the form of an answer. */
const within = (schema: Members): [Endpoint, Members][] => [
  ['chat', { tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] }],
  ['chat', { functions: [{ name: 'f', parameters: schema }] }],
  ['chat', { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } }],
  ['messages', { tools: [{ name: 'f', input_schema: schema }] }],
];

const NAMES = ['headers', 'authorization', 'api_key', 'access_token', 'cache_control', 'title', 'type', 'default'];

describe('a schema is read whole', () => {
  test.each(NAMES)('the description of a property is mapped where its name is %s', (name) => {
    for (const holder of ['properties', 'patternProperties', '$defs', 'definitions']) {
      for (const [endpoint, request] of within({ type: 'object', [holder]: { [name]: { description: SECRET } } })) {
        expect(isSeen(endpoint, request)).toBe(true);
        expect(JSON.stringify(mapped(endpoint, request))).not.toContain(SECRET);
      }
    }
  });

  test.each(NAMES)('the values that a property may have stay and are shown where its name is %s', (name) => {
    for (const [endpoint, request] of within({ properties: { [name]: { enum: [SECRET] } } })) {
      expect(isSeen(endpoint, request)).toBe(true);
      expect(mapped(endpoint, request)).toBe(request);
    }
  });

  test('a member that is called as a credential is no credential in a schema', () => {
    for (const [endpoint, request] of within({ authorization: { description: SECRET } })) {
      expect(isSeen(endpoint, request)).toBe(true);
    }
  });

  test.each([
    ['a text', SECRET],
    ['a list of texts', ['string', SECRET]],
    ['a list of lists', [[SECRET]]],
  ])('a type that is %s of no JSON Schema stays and is shown', (_what, type) => {
    for (const [endpoint, request] of within({ type })) {
      expect(isSeen(endpoint, request)).toBe(true);
      expect(mapped(endpoint, request)).toBe(request);
    }
  });

  test('schemas in a list of types are mapped', () => {
    for (const [endpoint, request] of within({ type: ['null', { description: SECRET }] })) {
      expect(isSeen(endpoint, request)).toBe(true);
      expect(JSON.stringify(mapped(endpoint, request))).not.toContain(SECRET);
    }
  });

  test('the plain words for types are not shown', () => {
    const parameters = { type: ['object', 'null'], items: { type: 'integer' } };
    const request = { tools: [{ type: 'function', function: { name: 'f', parameters } }] };
    expect(listRequestTexts(formatOf('chat').texts, request)).toEqual([{ role: 'definition', text: 'f' }]);
  });
});

describe('values that a schema proposes', () => {
  test.each<[string, Members]>([
    ['default', { default: { headers: { a: SECRET } } }],
    ['examples', { examples: [{ a: [SECRET] }] }],
    ['an example of no list', { examples: { api_key: SECRET } }],
    ['the default of a property', { properties: { a: { default: { a: SECRET } } } }],
  ])('are mapped, also where they are objects: %s', (_what, schema) => {
    for (const [endpoint, request] of within(schema)) {
      expect(isSeen(endpoint, request)).toBe(true);
      expect(JSON.stringify(mapped(endpoint, request))).not.toContain(SECRET);
    }
  });

  test('examples of the input of a tool are mapped, and the names in them stay', () => {
    const tool = { name: 'f', input_schema: {}, input_examples: [{ [SECRET]: { to: SECRET } }] };
    const request = { tools: [tool] };
    expect(isSeen('messages', request)).toBe(true);
    expect(mapped('messages', request)).toEqual({ tools: [{ ...tool, input_examples: [{ [SECRET]: { to: 'x' } }] }] });
  });

  test('values to choose from stay, also where they are objects with a title', () => {
    for (const [endpoint, request] of within({ enum: [{ title: SECRET }], const: { default: SECRET } })) {
      expect(isSeen(endpoint, request)).toBe(true);
      expect(mapped(endpoint, request)).toBe(request);
    }
  });
});

describe('beside a schema', () => {
  test('credentials of a tool and marks for a cache are shown to nobody', () => {
    for (const name of ['headers', 'authorization', 'api_key', 'access_token', 'cache_control']) {
      expect(isSeen('messages', { tools: [{ name: 'f', [name]: { a: SECRET } }] })).toBe(false);
    }
  });

  test('the prompt of an edit of the context is mapped, and what it refers to stays', () => {
    const edits = (instructions: string) => ({
      context_management: {
        edits: [
          { type: 'compact_20260112', instructions },
          { type: SECRET, exclude_tools: [SECRET], keep: { type: 'tool_uses', value: 3 } },
        ],
      },
    });
    expect(isSeen('messages', edits('a'))).toBe(true);
    expect(mapped('messages', edits(SECRET))).toEqual(edits('x'));
    const noted = listRequestTexts(formatOf('messages').texts, edits('Say nothing of the failure.'));
    expect(noted.map(({ text }) => text).join()).toContain('Say nothing of the failure.');
  });
});
