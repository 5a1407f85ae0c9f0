import { describe, expect, test } from '@jest/globals';
import { encodeSchema } from './encode-schema.js';
import { writeJsonSchema } from './write-json-schema.js';

const text = { type: 'string' };
const number = { type: 'number' };
const anything = {
  anyOf: [text, number, { type: 'boolean' }, { type: 'object' }, { type: 'array', items: text }],
};

/** The schema that is sent, and the keywords that are said to be lost. */
function write(schema: object, use: 'parameters' | 'answer' = 'answer') {
  const written = writeJsonSchema(schema as Record<string, unknown>, 'tools[0].function.parameters', use);
  const lost: string[] = [];
  written?.lost.report('tools[0]', { lose: (_name, keyword) => void (keyword !== undefined && lost.push(keyword)) });
  return { schema: written?.schema, lost };
}

describe('writeJsonSchema', () => {
  test.each([
    [
      'keeps a schema that contains itself',
      {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { name: text, next: { $ref: '#/$defs/Node' } } } },
      },
      {
        type: 'object',
        properties: { name: text, next: { $ref: '#/$defs/Node' } },
        $defs: { Node: { type: 'object', properties: { name: text, next: { $ref: '#/$defs/Node' } } } },
      },
    ],
    [
      'keeps a schema that contains itself from its root',
      { type: 'object', properties: { items: { type: 'array', items: { $ref: '#' } } } },
      {
        type: 'object',
        properties: { items: { type: 'array', items: { $ref: '#/$defs/root' } } },
        $defs: { root: { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/$defs/root' } } } } },
      },
    ],
    [
      'gives a reference with words beside it a definition of its own, for a reference stands alone',
      {
        type: 'object',
        properties: { left: { $ref: '#/definitions/N', description: 'the left' }, right: { $ref: '#/definitions/N' } },
        definitions: { N: { type: 'object', properties: { n: { $ref: '#/definitions/N', description: 'the left' } } } },
      },
      {
        type: 'object',
        properties: { left: { $ref: '#/$defs/N' }, right: { $ref: '#/$defs/N_2' } },
        $defs: {
          N: { description: 'the left', type: 'object', properties: { n: { $ref: '#/$defs/N' } } },
          N_2: { type: 'object', properties: { n: { $ref: '#/$defs/N' } } },
        },
      },
    ],
    [
      'tells definitions of one name apart',
      {
        type: 'object',
        properties: {
          a: { $ref: '#/$defs/a~1X' },
          b: { $ref: '#/definitions/X' },
          c: { $ref: '#/properties/X' },
          X: number,
        },
        $defs: { 'a/X': text },
        definitions: { X: { type: 'boolean' } },
      },
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a_1X' }, b: { $ref: '#/$defs/X' }, c: { $ref: '#/$defs/X_3' }, X: number },
        $defs: { a_1X: text, X: { type: 'boolean' }, X_3: number },
      },
    ],
    [
      'keeps tuples of every draft, open and closed',
      {
        type: 'object',
        properties: {
          point: { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
          closed: { prefixItems: [text, number], items: false },
          older: { items: [text, number], additionalItems: { type: 'boolean' } },
        },
      },
      {
        type: 'object',
        properties: {
          point: { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
          closed: { type: 'array', prefixItems: [text, number], maxItems: 2 },
          older: { type: 'array', prefixItems: [text, number], items: { type: 'boolean' } },
        },
      },
    ],
    [
      'keeps maps, and that nothing may be added',
      {
        type: 'object',
        properties: { map: { type: 'object', additionalProperties: number } },
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { map: { type: 'object', additionalProperties: number } },
        additionalProperties: false,
      },
    ],
    [
      'keeps bounds, exclusive ones of integers as inclusive ones',
      {
        properties: {
          n: { type: 'number', minimum: 0.5, maximum: 9 },
          i: { type: ['integer', 'null'], exclusiveMinimum: 0, exclusiveMaximum: 10 },
        },
      },
      {
        type: 'object',
        properties: {
          n: { type: 'number', minimum: 0.5, maximum: 9 },
          i: { type: ['integer', 'null'], minimum: 1, maximum: 9 },
        },
      },
    ],
    [
      'lists texts and numbers, and says null as a type of its own',
      {
        properties: {
          size: { enum: [1, 2.5] },
          kind: { const: 'cat' },
          either: { enum: ['a', 3, null] },
          nothing: { type: 'null' },
          maybe: { type: 'string', nullable: true },
          flag: { enum: [true, false] },
        },
      },
      {
        type: 'object',
        properties: {
          size: { type: 'number', enum: [1, 2.5] },
          kind: { type: 'string', enum: ['cat'] },
          either: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer', enum: [3] }, { type: 'null' }] },
          nothing: { type: 'null' },
          maybe: { type: ['string', 'null'] },
          flag: { type: 'boolean' },
        },
      },
    ],
    [
      'keeps choices, of several types too, with the words beside them',
      {
        properties: {
          a: { anyOf: [text, { type: 'null' }], default: null, description: 'A' },
          b: { oneOf: [text, { $ref: '#/properties/a' }] },
          c: { type: ['string', 'integer', 'null'] },
        },
      },
      {
        type: 'object',
        properties: {
          a: { anyOf: [text, { type: 'null' }], default: null, description: 'A' },
          b: { anyOf: [text, { $ref: '#/$defs/a' }] },
          c: { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
        },
        $defs: { a: { anyOf: [text, { type: 'null' }], default: null, description: 'A' } },
      },
    ],
    [
      'merges allOf, of references too',
      {
        type: 'object',
        properties: {
          cat: { allOf: [{ $ref: '#/$defs/Animal' }, { properties: { friend: { $ref: '#/$defs/Animal' } } }] },
        },
        $defs: { Animal: { type: 'object', properties: { name: text }, required: ['name'] } },
      },
      {
        type: 'object',
        properties: {
          cat: {
            type: 'object',
            properties: { name: text, friend: { $ref: '#/$defs/Animal' } },
            required: ['name'],
          },
        },
        $defs: { Animal: { type: 'object', properties: { name: text }, required: ['name'] } },
      },
    ],
  ])('%s', (_name, schema, written) => {
    const before = structuredClone(schema);
    expect(write(schema)).toEqual({ schema: written, lost: [] });
    expect(schema).toEqual(before);
  });

  test.each([
    [
      'rules that no keyword has',
      { type: 'object', properties: { a: { ...text, not: {} } }, if: {}, else: {} },
      ['else', 'if', 'not'],
    ],
    ['patterns of names', { type: 'object', patternProperties: { '^a': text } }, ['patternProperties']],
    [
      'lengths, which are sent but not said to be applied',
      { ...text, minLength: 2, pattern: 'a' },
      ['minLength', 'pattern'],
    ],
    ['an exclusive bound of a number', { ...number, exclusiveMinimum: 0 }, ['exclusiveMinimum']],
    ['a format that the provider does not know', { ...text, format: 'email' }, ['format']],
    ['objects that are listed', { enum: [{ a: 1 }] }, ['enum']],
    ['one of the two truth values', { const: true }, ['const']],
    ['a reference that leads nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/A' } } }, ['$ref']],
    ['a reference that is nothing but itself', { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } }, ['$ref']],
    ['one of two lists of choices', { anyOf: [text, number], oneOf: [text, number] }, ['oneOf']],
  ])('names %s', (_name, schema, words) => {
    expect(write(schema).lost.sort()).toEqual(words);
  });

  test('makes the step of a loop optional that all values would have to take', () => {
    const branch = { $ref: '#/$defs/And' };
    const And = {
      type: 'object',
      properties: {
        and: {
          type: 'object',
          properties: { left: { anyOf: [text, branch] }, name: text },
          required: ['left', 'name'],
        },
      },
      required: ['and'],
    };
    const { lost, schema } = write({
      type: 'object',
      properties: { filter: branch },
      required: ['filter'],
      $defs: { And },
    });
    const [and, filter] = [And.properties.and, { $ref: '#/$defs/And' }];
    expect(schema).toEqual({
      type: 'object',
      properties: { filter },
      required: ['filter'],
      $defs: { And: { ...And, properties: { and: { ...and, required: ['name'] } } } },
    });
    expect(lost).toEqual(['required']);
  });

  test('lets an array be empty whose items would go on for ever', () => {
    const Tree = { type: 'array', items: { $ref: '#/$defs/Tree' }, minItems: 1 };
    const { lost, schema } = write({ $ref: '#/$defs/Tree', $defs: { Tree } });
    expect(schema?.$defs).toEqual({ Tree: { type: 'array', items: { $ref: '#/$defs/Tree' } } });
    expect(lost).toEqual(['minItems']);
  });

  test('is not written where a loop has no step that could be left out', () => {
    const $defs = { A: { anyOf: [text, { $ref: '#/$defs/B' }] }, B: { anyOf: [number, { $ref: '#/$defs/A' }] } };
    expect(write({ type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs }).schema).toBeUndefined();
  });

  test('makes one object of the parameters of a function, with the properties of choices', () => {
    const $defs = { A: { type: 'object', properties: { a: text } }, B: { type: 'object', properties: { b: number } } };
    const schema = { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }], $defs };
    expect(write(schema, 'parameters').schema).toEqual({ type: 'object', properties: { a: text, b: number } });
  });

  test('takes a part without a word for any value', () => {
    const written = writeJsonSchema({ type: 'object', properties: { a: {}, b: true } }, 'p', 'answer');
    expect(written?.schema).toEqual({ type: 'object', properties: { a: anything, b: anything } });
    expect(written?.lost.isEmpty).toBe(false);
  });

  test('writes definitions once that double at every step', () => {
    const definition = (next: number) => ({ anyOf: [{ $ref: `#/$defs/${next}` }, { $ref: `#/$defs/${next}` }] });
    const $defs = {
      ...Object.fromEntries(Array.from({ length: 90 }, (_none, at) => [at, definition(at + 1)])),
      90: text,
    };
    expect(
      Object.keys(Object(write({ type: 'object', properties: { a: { $ref: '#/$defs/0' } }, $defs }).schema?.$defs)),
    ).toHaveLength(91);
  });

  test('takes a definition called __proto__ for a definition', () => {
    const reference = { $ref: '#/$defs/__proto__' };
    const definitions = `{"__proto__":{"type":"object","properties":{"a":${JSON.stringify(reference)}}}}`;
    const { schema } = write({ type: 'object', properties: { a: reference }, $defs: JSON.parse(definitions) });
    expect(JSON.stringify(schema?.$defs)).toBe(
      '{"__proto__":{"properties":{"a":{"$ref":"#/$defs/__proto__"}},"type":"object"}}',
    );
  });

  test('rejects a schema without measure, and takes its time for many definitions', () => {
    const wide = Object.fromEntries(Array.from({ length: 10_001 }, (_none, at) => [`p${at}`, text]));
    expect(() => write({ type: 'object', properties: wide })).toThrow(
      expect.objectContaining({ param: expect.any(String) }),
    );
    const chain = Object.fromEntries(
      Array.from({ length: 3000 }, (_none, at) => [
        at,
        { type: 'object', properties: { n: { $ref: `#/$defs/${at + 1}` } } },
      ]),
    );
    expect(write({ $ref: '#/$defs/0', $defs: chain }).schema).toBeUndefined();
  });
});

describe('encodeSchema', () => {
  const encode = (schema: object, upstreamModel = 'gemini-2.5-flash') => {
    const lost: string[] = [];
    const losses = { lose: (name: string, keyword = '') => void lost.push(`${name} ${keyword}`.trim()) };
    return {
      ...encodeSchema(
        schema as Record<string, unknown>,
        'response_format.json_schema.schema',
        'answer',
        { upstreamModel },
        losses,
      ),
      lost,
    };
  };
  const Node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, additionalProperties: false };
  const LIST = { $ref: '#/$defs/Node', $defs: { Node } };

  test.each([
    'gemini-2.5-flash',
    'models/gemini-3-pro-preview',
    'publishers/google/models/gemini-3.8-flash',
    'gemini-flash-latest',
  ])('is JSON Schema where that says more: %s', (model) => {
    expect(encode(LIST, model)).toMatchObject({ form: 'json', lost: [] });
  });

  test.each(['gemini-2.0-flash', 'gemini-1.5-pro', 'endpoints/1234', 'gemma-3-27b-it'])(
    'is the subset for models that take no other: %s',
    (model) => {
      expect(encode(LIST, model)).toMatchObject({
        form: 'subset',
        schema: { properties: { next: { type: 'object' } } },
      });
      expect(encode(LIST, model).lost).toEqual([
        'response_format',
        'response_format $ref',
        'response_format additionalProperties',
      ]);
    },
  );

  test.each([
    ['all of it can be said', { type: 'object', properties: { a: { ...text, minLength: 1 } } }, []],
    [
      'hints alone are lost',
      { type: 'object', properties: { a: { ...text, format: 'date' } }, additionalProperties: false },
      ['response_format', 'response_format format', 'response_format additionalProperties'],
    ],
    [
      'JSON Schema would lose more',
      { type: 'object', properties: { a: { ...text, pattern: 'a', maxLength: 3 }, b: { enum: [1, 5] } } },
      ['response_format', 'response_format enum'],
    ],
  ])('is the subset where %s', (_name, schema, lost) => {
    expect(encode(schema)).toMatchObject({ form: 'subset', lost });
  });

  test.each([
    ['tuples', { type: 'array', prefixItems: [text, number] }],
    ['maps', { type: 'object', additionalProperties: number }],
    ['numbers that are listed', { type: 'object', properties: { a: { enum: [1, 5] } } }],
  ])('is JSON Schema for %s', (_name, schema) => {
    expect(encode(schema)).toMatchObject({ form: 'json', lost: [] });
  });

  test('is rejected where it is too large in both forms, naming the parameter', () => {
    const wide = Array.from({ length: 10_000 }, (_none, at) => [`p${at}`, text]);
    const large = { type: 'object', properties: Object.fromEntries(wide) };
    for (const model of ['gemini-2.5-flash', 'gemini-2.0-flash']) {
      expect(() => encode(large, model)).toThrow(
        expect.objectContaining({ param: 'response_format.json_schema.schema' }),
      );
    }
  });

  test('is JSON Schema where the subset would be too large', () => {
    const $defs = { A: { type: 'object', properties: { a: text, b: text } } };
    const names = Array.from({ length: 4000 }, (_none, at) => [`p${at}`, { $ref: '#/$defs/A' }]);
    expect(encode({ type: 'object', properties: Object.fromEntries(names), $defs }).form).toBe('json');
  });

  test('names no keyword that is no name', () => {
    expect(encode({ ...text, 'a\r\nb': 1, ['x'.repeat(99)]: 1, 'x-own': 1 }).lost).toEqual([
      'response_format',
      'response_format x-own',
    ]);
  });
});
