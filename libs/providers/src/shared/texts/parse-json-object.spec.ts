import { describe, expect, test } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { parseJsonObject } from './parse-json-object.js';

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('parseJsonObject', () => {
  test.each([
    ['an object', '{"a":[1]}', { a: [1] }],
    ['an object as deep as a body may be', nested(256), JSON.parse(nested(256))],
    ['a list', '[1]', undefined],
    ['a number that is no double', '12345678901234567890', undefined],
    ['an object between white space', ' \r\n\t{"a":1}\n', { a: 1 }],
    ['no JSON', '{', undefined],
    ['words', 'no object', undefined],
    ['nothing', '', undefined],
    ['an object that is deeper', nested(257), undefined],
    ['an object that would overflow the stack', nested(1_000_000), undefined],
  ])('for %s', (_what, text, value) => {
    expect(parseJsonObject(text)).toEqual(value);
  });

  test('takes no longer to see that words are no object than to read one: very many results of tools are words', async () => {
    const timeOf = (text: string): Promise<number> =>
      processorTimeOf(() => {
        for (let count = 0; count < 20_000; count++) parseJsonObject(text);
      });
    /** Measures the time of words beyond twice the time of objects. */
    const measureExcess = async (): Promise<number> => {
      const objectMs = await timeOf('{"result":"It is sunny.","degrees":21}');
      return (await timeOf('It is sunny.')) - 2 * objectMs;
    };
    await expectWithin(50, measureExcess);
  });

  test('keeps every digit of an integer', () => {
    const text = '{"id":12345678901234567890,"other":[-9007199254740993,1]}';
    expect(JSON.stringify(parseJsonObject(text))).toBe(text);
  });
});
