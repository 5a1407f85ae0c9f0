import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../parse-config.js';
import { parseGuardrailEntry, parseNewGuardrailEntry } from '../read-entries.js';

const description = 'x'.repeat(1_100);
const guardrail = (schema: object) => ({ name: 'g', phase: 'after', kind: 'json_schema', config: { schema } });
const list = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index));

const HEAVY = {
  'references to one long list': {
    $defs: { a: { allOf: list(50, (index) => ({ minLength: index })) } },
    allOf: list(800, () => ({ $ref: '#/$defs/a' })),
  },
  'many properties': {
    properties: Object.fromEntries(list(700, (index) => [`k${index}`, { type: 'string', title: 't' }])),
  },
  'many alternatives': { anyOf: list(1_400, (index) => ({ const: index })) },
};

describe('a large schema of a guardrail', () => {
  it.each(Object.entries(HEAVY))('of %s takes little of the processor when it is created', async (_name, schema) => {
    await parseNewGuardrailEntry(guardrail({ description, type: 'string' }));
    const before = process.cpuUsage();
    expect((await parseNewGuardrailEntry(guardrail(schema))).problems).toBeUndefined();
    const { user, system } = process.cpuUsage(before);
    // A tenth of a second on a quiet machine; it was over ten seconds.
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  it('is compiled when it is created, and when gateway.yaml is read, and not again each time that it is read', async () => {
    const none = guardrail({ description, type: 'nothing' });
    const problem = { path: 'config.schema', message: 'must be a JSON Schema' };
    expect((await parseNewGuardrailEntry(none)).problems).toEqual([problem]);
    expect(parseGuardrailEntry(none).problems).toBeUndefined();
    const text = JSON.stringify({ guardrails: [none] });
    expect(() => parseConfig(text, { env: {}, sourceName: 'test.yaml' })).toThrow('must be a JSON Schema');
  });

  it('with more parts than 3,000 is refused before it is compiled', async () => {
    const schema = { anyOf: list(1_600, (index) => ({ const: index })) };
    expect((await parseNewGuardrailEntry(guardrail(schema))).problems).toEqual([
      { path: 'config.schema', message: 'is too large: a schema may have 3000 objects, lists and members of them' },
    ]);
  });
});
