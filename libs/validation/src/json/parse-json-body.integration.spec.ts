import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { parseJsonBody } from './parse-json-body.js';

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

describe('parseJsonBody, at length', () => {
  it('sends on exactly what came, for long integers at any place beside any strings', () => {
    const integer = fc.stringMatching(/^-?[1-9][0-9]{14,30}$/);
    const string = fc.oneof(fc.string({ unit: fc.constantFrom('"', '\\', '9', 'e', '-', ':', 'ü') }), integer);
    const leaf = fc.oneof(
      integer,
      string.map((text) => JSON.stringify(text)),
      fc.constantFrom('0', '-1', '1.5', '1e+21', '9007199254740992', 'true', 'null', '{}', '[]'),
    );
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.array(tie('json')).map((items) => `[${items.join()}]`),
        fc
          .uniqueArray(fc.tuple(string, tie('json')), { selector: ([name]) => name })
          .map((members) => `{${members.map(([name, text]) => `${JSON.stringify(`n${name}`)}:${text}`).join()}}`),
      ),
    }));
    fc.assert(
      fc.property(json, (text) => {
        expect(JSON.stringify(parseJsonBody(bytesOf(text)))).toBe(text);
      }),
    );
  });

  it('takes no longer than a few times the engine for very many numbers beside a long integer', async () => {
    const bytes = bytesOf(`{"input":[${'1,'.repeat(1_000_000)}9007199254740993]}`);
    /** Measures the time beyond six times the engine's. */
    const measureExcess = async (): Promise<number> => {
      const parseMs = await processorTimeOf(() => JSON.parse(bytes.toString()));
      return (await processorTimeOf(() => parseJsonBody(bytes))) - 6 * parseMs;
    };
    await expectWithin(200, measureExcess);
  });
});
