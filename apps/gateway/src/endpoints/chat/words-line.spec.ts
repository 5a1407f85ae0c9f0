import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WordsLine } from './words-line.js';

const chunk = (delta: object, rest: object = {}, choice: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
  ...rest,
});

const stringify = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

test('The lines of a stream are the JSON of its chunks.', () => {
  const line = new WordsLine();
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hello' }),
    chunk({ content: ' "world"\n' }),
    chunk({ content: '\ud83d' }),
    chunk({ content: ' on' }, {}, { index: 1 }),
    chunk({ content: 'a', refusal: null }),
    chunk({ content: 'b' }),
    chunk({ content: 'c' }, {}, { logprobs: { content: [] } }),
    chunk({ content: 'd' }, {}, { logprobs: { content: [] } }),
    chunk({ reasoning_content: 'e' }),
    chunk({ content: 'f', tool_calls: [] }),
    chunk({}, {}, { finish_reason: 'stop' }),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 1 } },
  ];
  for (const each of chunks) expect(line.write(each)).toBe(stringify(each));
});

test('A chunk that is used again with other members is written with them.', () => {
  const line = new WordsLine();
  const again = chunk({ content: 'a' });
  line.write(again);
  again.model = 'other';
  expect(line.write(again)).toBe(stringify(again));
});

test('A member without a value stands for no other that the chunk before had.', () => {
  const line = new WordsLine();
  const chunks = [
    chunk({ content: 'a', reasoning_content: 'thought' }, { service_tier: 'flex' }),
    chunk({ content: 'b', role: undefined }, { service_tier: 'flex' }),
    chunk({ content: 'c', role: undefined }, { usage: undefined }),
  ];
  for (const each of chunks) expect(line.write(each)).toBe(stringify(each));
});

test('A line says what JSON says of its chunk, whichever came before it.', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(null, undefined, 1, '\u0000words\u0000'));
  const members = fc.dictionary(fc.constantFrom('content', 'role', 'usage', 'delta', 'choices', 'index'), value, {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const each = fc.tuple(members, members, members, fc.constantFrom('c', 'd'));
  fc.assert(
    fc.property(fc.array(each, { minLength: 2, maxLength: 6 }), (stream) => {
      const line = new WordsLine();
      for (const [delta, rest, choice, id] of stream) {
        const made = { ...rest, id, choices: [{ ...choice, delta: { content: 'x', ...delta } }] };
        const written = line.write(made).replace(/^data: |\n\n$/g, '');
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(made)));
      }
    }),
    { numRuns: 1_000 },
  );
});
