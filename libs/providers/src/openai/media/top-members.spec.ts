import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TopMembers } from './top-members.js';

function readIn(pieces: readonly Uint8Array[]): TopMembers {
  const members = new TopMembers(['usage', 'duration'], 'data');
  for (const piece of pieces) members.push(piece);
  return members;
}

const read = (text: string) => readIn([Buffer.from(text)]);

describe('TopMembers', () => {
  test('reads the members that it is asked for, and counts the objects of a list', () => {
    const members = read(
      '{"created":1,"data":[{"b64_json":"x"},{"url":"y","n":[{},{}]}],"usage":{"a":[1]},"duration":1.5}',
    );
    expect(members.get('usage')).toEqual({ a: [1] });
    expect(members.get('duration')).toBe(1.5);
    expect(members.get('created')).toBeUndefined();
    expect(members.count).toBe(2);
  });

  test.each([
    [
      'a member of the same name further in',
      '{"x":{"usage":1},"y":["usage",{"usage":2}],"z":"\\"usage\\":3"}',
      undefined,
    ],
    ['a value that looks like a member', '{"x":"usage","y":"a\\\\","usage":4}', 4],
    ['spaces everywhere', ' {\n "usage" : { "a" : "}" } }\n', { a: '}' }],
    ['a name that is written with escapes', '{"us\\u0061ge":5}', 5],
    ['the last of two members of one name', '{"usage":1,"usage":6}', 6],
    ['an answer that was cut off', '{"usage":{"a":', undefined],
    ['what is not JSON', '}}]"usage":"{', undefined],
  ])('%s', (_name, text, expected) => {
    expect(read(text).get('usage')).toEqual(expected);
  });

  test('holds no more of a member than counts take', () => {
    expect(read(`{"usage":"${'x'.repeat(70_000)}"}`).get('usage')).toBeUndefined();
  });

  test('reads the same wherever the bytes are split', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const split = fc.array(fc.nat(200), { maxLength: 12 });
    fc.assert(
      fc.property(value, value, fc.array(fc.object()), split, (usage, other, data, cuts) => {
        const bytes = Buffer.from(JSON.stringify({ other, 'a"\\': other, data, usage, duration: 3 }));
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const members = readIn(places.slice(1).map((end, index) => bytes.subarray(places[index], end)));
        expect(members.get('usage')).toEqual(JSON.parse(JSON.stringify(usage)));
        expect(members.get('duration')).toBe(3);
        expect(members.count).toBe(data.length);
      }),
    );
  });
});
