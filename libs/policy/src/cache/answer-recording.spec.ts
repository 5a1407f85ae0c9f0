import { describe, expect, it } from '@jest/globals';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import { AnswerRecording } from './answer-recording.js';
import { readStoredAnswer } from './read-stored-answer.js';
import { LARGEST_ANSWER_BYTES } from './stored-answer.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const choice = (finishReason: string | null) => ({ choices: [{ delta: {}, finish_reason: finishReason }] });

function recordStream(events: readonly (readonly [object | undefined, string | undefined])[]) {
  const recording = new AnswerRecording();
  for (const [chunk, raw] of events) recording.takeChunk(chunk, raw);
  return recording.finish();
}

function recordWhole(answer: object, bytes?: Buffer) {
  const recording = new AnswerRecording();
  recording.takeWhole(answer, bytes);
  return recording.finish();
}

describe('a cached answer is the answer as the provider gave it', () => {
  it('a whole one in its own bytes, copied, where they say the same', () => {
    const wire = Buffer.from('xx{ "a": 1 }xx');
    const recorded = recordWhole({ a: 1 }, wire.subarray(2, 12));
    wire.fill('y');
    expect(recorded).toEqual({ form: 'whole', body: Buffer.from('{ "a": 1 }') });
  });

  it('a translated one as JSON', () => {
    expect(recordWhole({ a: 1 })).toEqual({ form: 'whole', body: Buffer.from('{"a":1}') });
  });

  it('a stream chunk by chunk with its ready events, and without the comments that kept it open', () => {
    const raw = 'data: {"choices":[]}\n\n';
    const recorded = recordStream([
      [undefined, ': thinking\n\n'],
      [{ choices: [] }, raw],
      [undefined, 'event: ping\ndata: {}\n\n'],
      [choice('stop'), undefined],
    ]);
    expect(recorded).toMatchObject({ form: 'stream' });
    expect(readStoredAnswer(recorded as never)).toEqual({
      form: 'stream',
      events: [[{ choices: [] }, raw], [null, 'event: ping\ndata: {}\n\n'], [choice('stop')]],
    });
  });

  it('a stream of any events as the same events', () => {
    const event = fc.record({
      chunk: fc.option(
        fc.object({ key: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 }), maxKeys: 5 }),
        {
          nil: undefined,
        },
      ),
      raw: fc.option(fc.string({ unit: character }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const recorded = recordStream(events.map(({ chunk, raw }) => [chunk, raw] as const));
        const sent = events
          .filter(({ chunk, raw }) => chunk !== undefined || (raw !== undefined && !raw.startsWith(':')))
          .map(({ chunk = null, raw }) => {
            const words: unknown = JSON.parse(JSON.stringify(chunk));
            return raw === undefined ? [words] : [words, raw];
          });
        if (sent.length === 0) expect(recorded).toBeUndefined();
        else
          expect(JSON.stringify((readStoredAnswer(recorded as never) as { events: unknown }).events)).toBe(
            JSON.stringify(sent),
          );
      }),
    );
  });

  it('not if nothing was answered', () => {
    expect(new AnswerRecording().finish()).toBeUndefined();
  });

  it.each([
    ['a chat answer that was stopped for safety', { choices: [{ finish_reason: 'content_filter' }] }],
    ['a message that is a refusal', { type: 'message', stop_reason: 'refusal' }],
  ])('not %s', (_what, answer) => {
    expect(recordWhole(answer)).toBe('refusal');
  });

  it.each([
    ['content_filter', choice('content_filter')],
    ['refusal', { type: 'message_delta', delta: { stop_reason: 'refusal' } }],
  ])('not a stream that ends in %s', (_what, chunk) => {
    expect(
      recordStream([
        [choice(null), undefined],
        [chunk, undefined],
        [choice(null), undefined],
      ]),
    ).toBe('refusal');
  });

  it('an answer that ended at the length that was asked for', () => {
    expect(recordWhole({ choices: [{ finish_reason: 'length' }] })).toMatchObject({ form: 'whole' });
  });

  it.each([
    ['characters of one byte', 'a'.repeat(LARGEST_ANSWER_BYTES)],
    ['characters of three bytes', '€'.repeat(LARGEST_ANSWER_BYTES / 2)],
  ])('not more than 1 MiB: %s', (_what, text) => {
    expect(recordWhole({ text })).toBe('too_large');
    expect(recordStream([[{ text }, undefined]])).toBe('too_large');
    const piece = { text: text.slice(0, text.length / 4) };
    expect(recordStream(Array(5).fill([piece, undefined]))).toBe('too_large');
  });
});

describe('a stored answer that is read back', () => {
  it.each([
    ['what is no JSON', 'whole', '{"a":'],
    ['a whole answer that is no object', 'whole', '[1]'],
    ['a stream that is no list', 'stream', '{}'],
    ['a stream of no events', 'stream', '[1]'],
    ['an event whose words are none', 'stream', '[[{}, 1]]'],
    ['an event of nothing', 'stream', '[[null]]'],
  ] as const)('is nothing for %s', (_what, form, text) => {
    expect(readStoredAnswer({ form, body: Buffer.from(text) })).toBeUndefined();
  });

  it('keeps the digits of long integers', () => {
    const text = '{"id":9007199254740993}';
    const recorded = readStoredAnswer({ form: 'whole', body: Buffer.from(text) });
    expect(JSON.stringify(recorded?.form === 'whole' && recorded.response)).toBe(text);
  });
});
