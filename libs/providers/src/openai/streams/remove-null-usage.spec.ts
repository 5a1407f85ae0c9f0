import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { removeNullUsage } from './remove-null-usage.js';

describe('removeNullUsage', () => {
  test.each([
    ['first', '{"usage":null,"id":"c"}', '{"id":"c"}'],
    ['in the middle', '{"id":"c","usage":null,"choices":[]}', '{"id":"c","choices":[]}'],
    ['last', '{"id":"c","usage":null}', '{"id":"c"}'],
  ])('cuts the member out where it stands %s', (_place, text, cut) => {
    expect(removeNullUsage(text)).toBe(cut);
  });

  test.each([
    ['the word stands twice', '{"x_groq":{"usage":null},"usage":null}'],
    ['the word is a text too', '{"content":"usage","usage":null}'],
    ['a key may be escaped', '{"us\\u0061ge":null,"x":{"usage":null}}'],
    ['there is white space', '{"id": "c", "usage": null}'],
    ['it is the only member', '{"usage":null}'],
    ['it is not null', '{"id":"c","usage":{}}'],
    ['it is not there', '{"id":"c"}'],
  ])('leaves the work to the serialiser where %s', (_case, text) => {
    expect(removeNullUsage(text)).toBeUndefined();
  });

  test('gives, whenever it cuts, exactly the chunk without its usage', () => {
    const word = fc.constantFrom('usage', '"usage":null', ',"usage":null', 'a"', '\\', 'id', 'é', '\u2028', '{', '}');
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, fc.constant(null), word, fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.dictionary(word, tie('any'), { maxKeys: 3 }),
    }));
    let cuts = 0;
    fc.assert(
      fc.property(fc.dictionary(word, value.any, { maxKeys: 4 }), fc.nat(4), (members, at) => {
        const entries = Object.entries(members).filter(([name]) => name !== 'usage');
        const chunk = Object.fromEntries([...entries.slice(0, at), ['usage', null], ...entries.slice(at)]);
        const cut = removeNullUsage(JSON.stringify(chunk));
        if (cut === undefined) return;
        cuts++;
        expect(JSON.parse(cut)).toEqual(Object.fromEntries(entries));
      }),
      { numRuns: 2000 },
    );
    expect(cuts).toBeGreaterThan(100);
  });
});
