import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { readJsonLines } from './read-json-lines.js';

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text as string);
}

async function read(body: AsyncIterable<Uint8Array>, keepsLongIntegers = false): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJsonLines(body, keepsLongIntegers)) values.push(value);
  return values;
}

describe('lines of JSON', () => {
  test.each<[string, string[], unknown[]]>([
    ['nothing', [], []],
    ['no line', ['\n\r\n', '\n'], []],
    ['a last line without its end', ['{"a":1}\n{"b"', ':2}'], [{ a: 1 }, { b: 2 }]],
    ['lines as Windows ends them', ['1\r\n2\r\n'], [1, 2]],
  ])('are read from %s', async (_title, texts, values) => {
    expect(await read(pieces(...texts))).toEqual(values);
  });

  it('are the same wherever the bytes are cut', async () => {
    const values = [{ a: 'ä€😀' }, [1, 2], 'x', { b: null }];
    const bytes = Buffer.from(values.map((value) => JSON.stringify(value)).join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [0, ...cuts, bytes.length].sort((one, other) => one - other);
        const parts = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
        expect(await read(pieces(...parts))).toEqual(values);
      }),
    );
  });

  it('keep the digits of long integers where they are asked to', async () => {
    const [value] = await read(pieces('{"id":12345678901234567890}'), true);
    expect(JSON.stringify(value)).toBe('{"id":12345678901234567890}');
  });

  test.each<[string, () => AsyncIterable<Uint8Array>]>([
    ['are no JSON', () => pieces('{"a":1}\n{"a":\n')],
    ['have too many parts', () => pieces('[', '{},'.repeat(500_001), '{}]\n')],
    ['are too deep', () => pieces('['.repeat(400_000), ']'.repeat(400_000))],
    ['never end', () => endless()],
  ])('that %s fail', async (_title, body) => {
    await expect(read(body())).rejects.toMatchObject({ code: 'provider_error' });
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  for (const megabyte = Buffer.alloc(1024 * 1024, 'x'); ; ) yield megabyte;
}
