import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextFrames } from './text-frame.js';

interface Chunk {
  choices: object[];
  [member: string]: unknown;
}

const HEAD = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };

const chunk = (delta: object, rest: object = {}, choice: object = {}): Chunk => ({
  ...HEAD,
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
  ...rest,
});

/** Frames that know the event of this text. */
function learn(text: string, raw = `data: ${text}\n\n`): TextFrames<Chunk> {
  const frames = new TextFrames<Chunk>();
  frames.learn(text, JSON.parse(text) as Chunk, raw);
  return frames;
}

const write = (value: unknown) => JSON.stringify(value);

describe('an event that differs in its words', () => {
  test.each([
    ['content', chunk({ content: 'a' }), chunk({ content: ' word' })],
    ['a role beside them', chunk({ role: 'assistant', content: 'a' }), chunk({ role: 'assistant', content: 'b' })],
    ['reasoning', chunk({ content: null, reasoning_content: 'a' }), chunk({ content: null, reasoning_content: 'b' })],
    [
      'padding behind them',
      chunk({ content: 'a' }, { obfuscation: 'xyz' }),
      chunk({ content: 'longer' }, { obfuscation: 'q' }),
    ],
    ['letters of any alphabet', chunk({ content: 'a' }), chunk({ content: '多👩‍🚀' })],
  ])('is read without parsing it: %s', (_, first, second) => {
    const frames = learn(write(first));
    expect(frames.read(write(second))).toEqual({ chunk: second, raw: `data: ${write(second)}\n\n` });
  });

  test('is sent as the event before it was, without its null usage', () => {
    const shown = { ...chunk({ content: 'a' }), usage: undefined };
    const frames = new TextFrames<Chunk>();
    frames.learn(write({ ...shown, usage: null }), shown, `data: ${write(shown)}\n\n`);
    const next = chunk({ content: 'next' });
    expect(frames.read(write({ ...next, usage: null }))).toEqual({
      chunk: { ...next, usage: undefined },
      raw: `data: ${write(next)}\n\n`,
    });
  });

  test('does not share what a receiver of the event before it has changed', () => {
    const first = chunk({ content: 'a' });
    const frames = new TextFrames<Chunk>();
    frames.learn(write(first), first, `data: ${write(first)}\n\n`);
    Object.assign(first.choices[0] as object, { index: 7 });
    first.model = 'changed';
    expect(frames.read(write(chunk({ content: 'b' })))?.chunk).toEqual(chunk({ content: 'b' }));
  });
});

describe('an event is left to the parser', () => {
  const known = write(chunk({ content: 'a' }));
  test.each([
    ['another id', write({ ...chunk({ content: 'b' }), id: 'd' })],
    ['a finish reason', write(chunk({ content: 'b' }, {}, { finish_reason: 'stop' }))],
    ['an escape', write(chunk({ content: 'say "b"' }))],
    ['a control character', known.replace('"a"', '"\u0001"')],
    ['words that are no text', write(chunk({ content: null }))],
    ['a further member', write(chunk({ content: 'b' }, { error: { message: 'no' } }))],
    ['a second member of the name', known.replace('"a"', '"b","content":"c"')],
    ['an end that is missing', known.slice(0, -1)],
    ['an end that is too much', `${known} `],
    ['long words', write(chunk({ content: 'b'.repeat(300) }))],
  ])('with %s', (_, text) => {
    expect(learn(known).read(text)).toBeUndefined();
  });

  test.each([
    ['calls', write(chunk({ content: 'a', tool_calls: [] }))],
    ['two choices', write({ ...HEAD, choices: [chunk({ content: 'a' }).choices[0], chunk({}).choices[0]] })],
    ['escapes', write(chunk({ content: 'a' }, { note: '\n' }))],
    ['the name of the words elsewhere', write(chunk({ content: 'a' }, {}, { logprobs: { content: [] } }))],
    ['padding that is no text', write(chunk({ content: 'a' }, { obfuscation: 1 }))],
    ['padding before the words', write({ obfuscation: 'x', ...chunk({ content: 'a' }) })],
    ['no delta', write({ ...HEAD, choices: [{ index: 0, text: 'a', finish_reason: null }] })],
  ])('behind one with %s', (_, text) => {
    expect(learn(text).read(text)).toBeUndefined();
  });

  test('after eight in a row that fitted no frame', () => {
    const frames = new TextFrames<Chunk>();
    for (let turn = 0; turn < 8; turn++) {
      const text = write({ ...chunk({ content: 'a' }), id: String(turn) });
      expect(frames.read(text)).toBeUndefined();
      frames.learn(text, JSON.parse(text) as Chunk, `data: ${text}\n\n`);
    }
    frames.read(known);
    frames.learn(known, JSON.parse(known) as Chunk, `data: ${known}\n\n`);
    expect(frames.read(known)).toBeUndefined();
  });
});

test('An event that is read without parsing says what the parser reads, whatever has changed in it.', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 12 });
  const member = fc.constantFrom('content', 'reasoning_content', 'role', 'refusal', 'obfuscation', 'extra');
  const delta = fc.dictionary(member, fc.oneof(words, fc.constant(null)), { maxKeys: 4, noNullPrototype: true });
  const rest = fc.dictionary(member, fc.oneof(words, fc.constant(null)), { maxKeys: 2, noNullPrototype: true });
  const edit = fc.record({ at: fc.nat(), cut: fc.nat(6), put: fc.oneof(fc.string({ maxLength: 6 }), words) });
  let read = 0;
  fc.assert(
    fc.property(delta, rest, fc.array(edit, { maxLength: 2 }), words, (said, beside, edits, next) => {
      const first = write(chunk({ content: 'first', ...said }, beside));
      let second = first.replace(/("content":")[^"\\]*"/, (_, before: string) => `${before}${write(next).slice(1)}`);
      for (const { at, cut, put } of edits) {
        const place = at % (second.length + 1);
        second = second.slice(0, place) + put + second.slice(place + cut);
      }
      const event = learn(first).read(second);
      if (event === undefined) return;
      read++;
      expect(event).toEqual({ chunk: JSON.parse(second), raw: `data: ${second}\n\n` });
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});
