import { describe, expect, it } from '@jest/globals';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import { parseGuardrailEntry, parseNewGuardrailEntry } from '../entries/read-entries.js';
import { parseConfig } from '../parse-config.js';

const description = 'x'.repeat(1_100);
const guardrail = (schema: object) => ({ name: 'g', phase: 'after', kind: 'json_schema', config: { schema } });
const list = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index));

const nest = (depth: number): object => (depth === 0 ? { type: 'string' } : { not: nest(depth - 1) });

/** Each just below the limit. */
const HEAVY = {
  'references to one long list': {
    $defs: { a: { allOf: list(50, (index) => ({ minLength: index })) } },
    allOf: list(400, () => ({ $ref: '#/$defs/a' })),
  },
  'many properties': {
    properties: Object.fromEntries(list(240, (index) => [`k${index}`, { type: 'string', title: 't' }])),
  },
  'many alternatives': { anyOf: list(490, (index) => ({ const: index })) },
  'many patterns of names': {
    patternProperties: Object.fromEntries(list(320, (index) => [`^k${index}`, { type: 'string' }])),
  },
  'many names that others require': { dependentRequired: { a: list(240, (index) => `k${index}`) } },
  'one part in another': { description, ...nest(198) },
  'unevaluated properties': {
    unevaluatedProperties: false,
    allOf: list(190, (index) => ({ properties: { [`k${index}`]: {} } })),
  },
};

/** Milliseconds of processor time for which the event loop is held at most. */
const MOST_HELD_MS = 100;

describe('a large schema of a guardrail', () => {
  it.each(Object.entries(HEAVY))(
    'a schema of %s holds the event loop for less than 100 ms when it is created',
    async (_name, schema) => {
      await parseNewGuardrailEntry(guardrail({ description, type: 'string' }));
      let tries = 0;
      await expectWithin(MOST_HELD_MS, () => {
        tries += 1;
        // Each try is another schema: what was compiled before is kept.
        const another = guardrail({ $comment: `try ${tries}`, ...schema });
        return measureHold(async () => expect((await parseNewGuardrailEntry(another)).problems).toBeUndefined());
      });
    },
  );

  it('with more than 200 levels is rejected before it is compiled', async () => {
    const create = async (schema: object) => (await parseNewGuardrailEntry(guardrail(schema))).problems;
    expect(await create({ description, ...nest(199) })).toBeUndefined();
    const problem = { path: 'config.schema', message: 'is nested too deeply: a schema may have 200 levels' };
    expect(await create({ description, ...nest(200) })).toEqual([problem]);
  });

  it('is compiled when it is created, and when gateway.yaml is read, and not again each time that it is read', async () => {
    const none = guardrail({ description, type: 'nothing' });
    const problem = { path: 'config.schema', message: 'must be a JSON Schema' };
    expect((await parseNewGuardrailEntry(none)).problems).toEqual([problem]);
    expect(parseGuardrailEntry(none).problems).toBeUndefined();
    const text = JSON.stringify({ guardrails: [none] });
    expect(() => parseConfig(text, { env: {}, sourceName: 'test.yaml' })).toThrow('must be a JSON Schema');
  });

  it.each([
    ['alternatives', { anyOf: list(600, (index) => ({ const: index })) }],
    ['names that others require', { dependentRequired: { a: list(260, (index) => `k${index}`) } }],
    ['values', { enum: list(20_000, String) }],
    ['parts in one another', { description, ...nest(600) }],
  ])('with more parts than 1,000 is rejected before it is compiled: %s', async (_what, schema) => {
    const create = async () =>
      expect((await parseNewGuardrailEntry(guardrail(schema))).problems).toEqual([
        {
          path: 'config.schema',
          message: 'is too large: a schema may have 1000 objects, lists, members and items of them',
        },
      ]);
    await expectWithin(MOST_HELD_MS, () => measureHold(create));
  });
});
