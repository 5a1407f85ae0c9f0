import { expect, test } from '@jest/globals';
import { ImportError } from './import-result.js';
import { readSource } from './read-source.js';

const read = (text: string): unknown => readSource(text, 'LiteLLM').value;
const refusal = (code: string) => new ImportError(`The file is not valid YAML or JSON (${code}).`);

test.each(['a: 1\na: 2', '{"a": {"b": 1, "b": 2}}', 'x:\n  - {a: 1, b: 2, a: 3}'])(
  'A file that has a key twice is rejected: %j',
  (text) => {
    expect(() => read(text)).toThrow(refusal('DUPLICATE_KEY'));
  },
);

test('Mappings that are merged keep their own members, also where the same key is in several.', () => {
  expect(read('base: &base {a: 1, b: 2}\nmine: {<<: *base, b: 3}\nother: {b: 4}')).toEqual({
    base: { a: 1, b: 2 },
    mine: { a: 1, b: 3 },
    other: { b: 4 },
  });
});

test('A file with ten thousand aliases is read, and one with more is rejected, however few each anchor has.', () => {
  const write = (aliases: number): string => {
    const anchors = Array.from({ length: 20 }, (_, index) => `a${index}: &a${index} 1`).join('\n');
    return `${anchors}\nlist: [${Array.from({ length: aliases }, (_, index) => `*a${index % 20} `).join(',')}]`;
  };
  expect(read(write(10_000))).toMatchObject({ a0: 1, a19: 1 });
  expect(() => read(write(10_001))).toThrow(new ImportError('The file is not valid YAML: it has too many aliases.'));
});

const KEYS = 20_000;
const MAPPINGS = 100;

/** Milliseconds of processor time that a file takes. */
function measure(text: string): number {
  const before = process.cpuUsage();
  read(text);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1_000;
}

test('Keys take as long in one mapping as in many.', () => {
  const keys = Array.from({ length: KEYS }, (_, index) => `k${index}: 1`);
  const many = Array.from({ length: MAPPINGS }, (_, index) => {
    const own = keys.slice((index * KEYS) / MAPPINGS, ((index + 1) * KEYS) / MAPPINGS);
    return `m${index}:\n  ${own.join('\n  ')}`;
  }).join('\n');
  measure(many);
  expect(measure(keys.join('\n')) / measure(many)).toBeLessThan(3);
});
