import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { UNNAMED_LOSSES } from '../../losses.js';
import { encodeTools } from '../encode-tools.js';
import type { Json } from '../native-types.js';

const MODEL = 'gemini-2.5-pro';
const text = { type: 'string' };
const number = { type: 'number' };

const ref = (name: string, beside: Json = {}): Json => ({ $ref: `#/$defs/${name}`, ...beside });
const many = (count: number, property: (at: number) => unknown): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, property(at)]));
const objectOf = (properties: Json, rest: Json = {}): Json => ({ type: 'object', properties, ...rest });
const allRequired = (properties: Json): Json => objectOf(properties, { required: Object.keys(properties) });
const nest = (wrap: (inner: Json) => Json, depth: number, inner: Json): Json =>
  depth === 0 ? inner : nest(wrap, depth - 1, wrap(inner));

/** Each definition uses the next one twice. */
function doubling(times: number): Json {
  const $defs = many(times, (at) => objectOf({ a: ref(`p${at + 1}`), b: ref(`p${at + 1}`) }));
  return objectOf({ a: ref('p0') }, { $defs: { ...$defs, [`p${times}`]: text } });
}

/** Every definition uses those behind it, and the last one itself: each loop is found at the end of a long search. */
function looping(): Json {
  const definition = (at: number): Json => allRequired(many(Math.min(20, 449 - at), (k) => ref(`p${at + 1 + k}`)));
  const $defs = { ...many(450, definition), end: allRequired(many(99, () => ref('end'))) };
  return objectOf({ a: ref('p0'), z: ref('end') }, { $defs, additionalProperties: number });
}

/** Encodes schemas. Undefined if they are rejected, naming a parameter. */
function encode(schemas: readonly Json[], upstreamModel = MODEL): string | undefined {
  const tools = schemas.map((parameters, at) => ({ type: 'function', function: { name: `f${at}`, parameters } }));
  const target = { upstreamModel } as Parameters<typeof encodeTools>[1];
  try {
    return JSON.stringify(encodeTools({ model: 'm', messages: [], tools } as never, target, UNNAMED_LOSSES));
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ param: expect.stringMatching(/^tools\[\d+\]\.function\.parameters$/) });
    return undefined;
  }
}

/** Bounds in milliseconds of processor time. */
describe('schemas of a whole body', () => {
  const A = objectOf(many(9000, () => ref('B')));
  const LONG = 'x'.repeat(500_000);
  const NAMES = Array.from({ length: 100_000 }, (_, at) => `k${at}`);

  it.each<[string, number, Json]>([
    [
      'references with words beside them, to many references',
      250,
      objectOf(
        many(900, (at) => ref('A', { title: `t${at}` })),
        { $defs: { A, B: text } },
      ),
    ],
    [
      'references with words beside them, to one long text',
      150,
      objectOf(
        many(900, (at) => ref('A', { title: `t${at}` })),
        { $defs: { A: { ...text, description: LONG } } },
      ),
    ],
    [
      'references to a long text that refers to itself',
      150,
      objectOf(
        many(900, () => ref('A')),
        { $defs: { A: ref('A', { description: LONG }) } },
      ),
    ],
    [
      'names that were counted on to',
      200,
      objectOf(
        {
          ...many(5000, (at) => ref(`A_${5000 + at}`)),
          q: objectOf(many(5000, (at) => ref('A', { title: `t${at}` }))),
        },
        {
          $defs: { A: text, ...Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`A_${5000 + at}`, text])) },
        },
      ),
    ],
    ['allOf at every level over a long list', 200, nest((inner) => ({ allOf: [inner] }), 90, { required: NAMES })],
    [
      'a single choice at every level over a long list',
      200,
      nest((inner) => ({ anyOf: [inner] }), 90, { required: NAMES }),
    ],
    [
      'references back to a long list',
      200,
      objectOf(
        { a: ref('A') },
        { $defs: { A: { enum: NAMES, properties: many(1000, () => ref('A')), additionalProperties: number } } },
      ),
    ],
  ])('are rejected or written in time linear in their size: %s', async (_what, bound, schema) => {
    await expectWithin(bound, () => processorTimeOf(() => encode([schema])));
  });

  it('are written with long lists that many references name', async () => {
    const $defs = { A: { enum: Array.from({ length: 50_000 }, (_, at) => 50_000 - at) } };
    const schema = objectOf(
      many(200, () => ref('A')),
      { $defs },
    );
    await expectWithin(250, () => processorTimeOf(() => expect(encode([schema])).toContain('parametersJsonSchema')));
  });

  it('have loops of definitions found in time linear in these', async () => {
    await expectWithin(250, () => processorTimeOf(() => expect(encode([looping()])).toContain('"#/$defs/end"')));
  });

  it.each([MODEL, 'gemini-2.0-flash'])('say a long text at few places: %s', (model) => {
    const branches = { description: LONG, anyOf: Array.from({ length: 900 }, () => text) };
    expect((encode([objectOf({ a: branches })], model) ?? '').length).toBeLessThan(8_000_000);
    const chain = nest((inner) => objectOf({ z: inner }), 80, { ...text, description: LONG });
    const levels = many(80, (at) => ({ $ref: `#${'/properties/z'.repeat(at + 1)}` }));
    const schema = objectOf({ z: chain, ...levels }, { additionalProperties: number });
    expect((encode([schema], model) ?? '').length).toBeLessThan(8_000_000);
  });

  it.each([
    [MODEL, 13],
    ['gemini-2.0-flash', 11],
  ])('cost altogether no more than a large one, as tools of a request: %s', async (model, times) => {
    const schemas = Array.from({ length: 128 }, () => doubling(times));
    await expectWithin(250, () => processorTimeOf(() => encode(schemas, model)));
  });
});
